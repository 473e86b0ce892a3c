"""Decides who may ask: its own page, on this machine or, on request, where the key is known."""

from __future__ import annotations

import re
import secrets
from base64 import b64encode
from hashlib import sha256
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping

LARGEST_BODY = 256 * 1024
"""The most bytes of one request; a scenario of some thousand events."""
BODY_SECONDS = 10.0
"""So long a request may take to arrive."""
TOKEN_HEADER = "x-layerlaw-token"

_SCRIPT = re.compile(r"<script(?:\s[^>]*)?>(.*?)</script>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refused request: the status, and why."""

    status: int
    why: str


@dataclass(frozen=True, slots=True)
class Guard:
    """Checks every request.

    port: where the server listens. token: of this start, in the page. lan: the address in the
    local network where it listens too, if it does. key: what has to be known there.
    """

    port: int
    token: str
    lan: str = ""
    key: str = ""

    def hosts(self, here: str) -> tuple[str, ...]:
        """The names by which a browser may call the server, where it was reached at `here`."""
        names = (self.lan,) if self.lan and here == self.lan else ("127.0.0.1", "localhost")
        bare = names if self.port == 80 else ()
        return (*(f"{name}:{self.port}" for name in names), *bare)

    @property
    def cookie(self) -> str:
        """The name of the cookie that holds the key; cookies do not tell ports apart."""
        return f"layerlaw-{self.port}"

    def knows(self, key: str) -> bool:
        """Whether that is the key of the local network."""
        return bool(self.key) and secrets.compare_digest(key.encode(), self.key.encode())

    def refusal(
        self, method: str, headers: Mapping[str, list[str]], here: str = "127.0.0.1", key: str = ""
    ) -> Refusal | None:
        """Why a request is refused, by its method and its headers (in lower case); else None.

        here: the address at which it arrived, which whoever asks can't make up. key: what the
        request's own address says.
        """
        hosts = headers.get("host", [])
        names = self.hosts(here)
        if len(hosts) != 1 or hosts[0].lower() not in names:
            # Another name for this machine: what a page elsewhere would use to reach in here.
            return Refusal(421, f"this server answers only to {' and '.join(names)}")
        if self.lan and here == self.lan and not (self.knows(key) or self._has_key(headers)):
            return Refusal(403, "open the whole address that the explorer printed, with its key")
        if method in ("GET", "HEAD"):
            return None
        origins = headers.get("origin", [])
        if any(origin.lower() not in [f"http://{name}" for name in names] for origin in origins):
            return Refusal(403, "the request comes from another page")
        if any(site != "same-origin" for site in headers.get("sec-fetch-site", [])):
            return Refusal(403, "the request comes from another site")
        tokens = headers.get(TOKEN_HEADER, [])
        given = tokens[0] if len(tokens) == 1 else ""
        if not secrets.compare_digest(given.encode(), self.token.encode()):
            return Refusal(403, "the server was started anew: load the page again")
        kinds = headers.get("content-type", [])
        if len(kinds) != 1 or kinds[0].split(";")[0].strip().lower() != "application/json":
            return Refusal(415, "a request is JSON (Content-Type: application/json)")
        lengths = headers.get("content-length", [])
        if any(not length.isdecimal() or int(length[:20]) > LARGEST_BODY for length in lengths):
            return Refusal(413, too_large())
        return None

    def _has_key(self, headers: Mapping[str, list[str]]) -> bool:
        cookies = [each for line in headers.get("cookie", []) for each in line.split(";")]
        found = [each.strip().partition("=") for each in cookies]
        return any(name == self.cookie and self.knows(value) for name, _, value in found)


def too_large() -> str:
    """The refusal of a body that is too large."""
    return f"the text is too large for the explorer: {LARGEST_BODY // 1024} KB at most"


def policy(picture: str, nonce: str) -> str:
    """The Content-Security-Policy of the page.

    The picture is shown in a frame that takes this policy over, so the scripts of `picture`, any
    picture, are allowed by what they are, and style sheets by the nonce; nothing else that stands
    in a page counts.
    """
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src 'self'{_hashes(picture)}",
            f"style-src 'self' 'nonce-{nonce}'",
            "img-src 'self' data:",
            "connect-src 'self'",
            "frame-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    )


def _hashes(picture: str) -> str:
    """The hashes of its scripts, as the policy names them."""
    elements = _SCRIPT.findall(picture)
    return "".join(f" '{each}'" for each in dict.fromkeys(map(digest, elements)))


def digest(text: str) -> str:
    """What a policy allows by what it is."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""What stands on every answer."""
