"""The explorer as a web application: its page, its shelf, and one address for questions."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import asynccontextmanager
from importlib.resources import files
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from layerlaw.model.errors import LayerlawError
from layerlaw.solver.shell.serve.asked import asked
from layerlaw.solver.shell.serve.crew import Busy, Crew, NobodyWaits
from layerlaw.solver.shell.serve.guard import (
    BODY_SECONDS,
    HEADERS,
    LARGEST_BODY,
    Guard,
    digest,
    policy,
    too_large,
)
from layerlaw.solver.shell.serve.notation_page import notation_page
from layerlaw.solver.shell.serve.shelf import Start, shelf, shipped_text
from layerlaw.solver.shell.serve.worker import GaveUp

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

KINDS = {"js": "text/javascript", "css": "text/css", "html": "text/html"}
PIECES = (
    "explorer.css",
    "editor.css",
    "answers.js",
    "asking.js",
    "cards.js",
    "choices.js",
    "choosing.js",
    "deck.js",
    "dom.js",
    "editor.js",
    "explorer.js",
    "files.js",
    "frame.js",
    "notation.js",
    "readings.js",
    "sharing.js",
    "shelf.js",
    "tying.js",
    "why.js",
    "words.js",
    "vendor/codemirror.js",
)
"""The files of the page besides its HTML."""
INSIDE = ("inside.js", "inside.css")
"""What is added to a picture where it stands in the explorer's page."""


def explorer(guard: Guard, start: Start, crew: Callable[[], Crew], picture: str) -> ASGIApp:
    """The application.

    start: what the page begins with. crew: makes those who do the work, when the server starts.
    picture: any picture, whose scripts the page's frame may run.
    """
    there = files("layerlaw.solver.shell.serve")
    texts = {name: (there / name).read_text(encoding="utf-8") for name in PIECES}
    page = (there / "explorer.html").read_text(encoding="utf-8").replace("%TOKEN%", guard.token)
    script, style = ((there / name).read_text(encoding="utf-8") for name in INSIDE)
    inside = {
        "script": script,
        "style": style,
        "digests": {"script": digest(script), "style": digest(style)},
    }
    # Editor and pictures have style sheets of their own, which can't be known by their texts.
    nonce = secrets.token_urlsafe(16)
    page = page.replace("%NONCE%", nonce)
    csp = {"Content-Security-Policy": policy(f"{picture}<script>{script}</script>", nonce)}
    hands: list[Crew] = []

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        hands.append(crew())
        try:
            yield
        finally:
            hands.pop().close()

    async def home(request: Request) -> Response:
        if guard.knows(request.query_params.get("key", "")):
            # From here on a cookie knows the key, and it stands in no address any more.
            kept = RedirectResponse("/", 303)
            kept.set_cookie(guard.cookie, guard.key, httponly=True, samesite="lax")
            return kept
        return Response(page, media_type="text/html", headers=csp)

    async def piece(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in texts:
            raise HTTPException(404, "there is no such file")
        return Response(texts[name], media_type=KINDS[name.rpartition(".")[2]])

    async def begin(request: Request) -> Response:
        return JSONResponse(
            {
                "text": start.text,
                "name": start.name,
                "book": start.book,
                "inside": inside,
                "most": LARGEST_BODY,
            }
        )

    async def notation(request: Request) -> Response:
        return Response(await asyncio.to_thread(notation_page), media_type="text/html")

    async def on_the_shelf(request: Request) -> Response:
        return JSONResponse(await asyncio.to_thread(shelf))

    async def scenario(request: Request) -> Response:
        text = await asyncio.to_thread(shipped_text, request.path_params["id"])
        if text is None:
            raise HTTPException(404, "there is no shipped scenario of that name")
        return JSONResponse({"text": text})

    async def ask(request: Request) -> Response:
        try:
            body = await asyncio.wait_for(_body(request), BODY_SECONDS)
            what = asked(body)
        except TimeoutError:
            raise HTTPException(408, "the request took too long to arrive") from None
        except LayerlawError as error:
            raise HTTPException(400, str(error)) from None
        try:
            return JSONResponse(await hands[0].ask(what, request.is_disconnected))
        except Busy:
            raise HTTPException(503, "too much is being worked out already: try again") from None
        except GaveUp as error:
            raise HTTPException(504, str(error)) from None
        except NobodyWaits:
            return Response(status_code=499)
        except asyncio.CancelledError:
            # The server ends, and this is the last that it says.
            raise HTTPException(503, "the explorer was ended") from None

    routes = [
        Route("/", home, methods=["GET"]),
        Route("/page/{name:path}", piece, methods=["GET"]),
        Route("/start", begin, methods=["GET"]),
        Route("/notation", notation, methods=["GET"]),
        Route("/shelf", on_the_shelf, methods=["GET"]),
        Route("/shelf/{id:path}", scenario, methods=["GET"]),
        Route("/ask", ask, methods=["POST"]),
    ]
    inner = Starlette(
        routes=routes,
        lifespan=life,
        exception_handlers={HTTPException: _refused, Exception: _failed},
    )
    return _guarded(inner, guard)


async def _body(request: Request) -> bytes:
    """The body of a request, unless it is too large, whatever its header says."""
    body = bytearray()
    try:
        async for piece in request.stream():
            body += piece
            if len(body) > LARGEST_BODY:
                raise HTTPException(413, too_large())
    except ClientDisconnect:
        raise HTTPException(400, "the request broke off") from None
    return bytes(body)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return JSONResponse(
        {"error": error.detail}, status_code=error.status_code, headers=error.headers
    )


async def _failed(request: Request, error: Exception) -> Response:
    return JSONResponse({"error": f"internal error: {type(error).__name__}"}, status_code=500)


def _guarded(inner: ASGIApp, guard: Guard) -> ASGIApp:
    """The application behind the guard, with the same headers on all that it answers."""
    always = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *always]
            await send(message)

        if scope["type"] == "lifespan":
            await inner(scope, receive, send)
            return
        if scope["type"] != "http":
            # No web sockets: the server is started without them.
            return
        headers: dict[str, list[str]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
        here = (scope.get("server") or ("",))[0]
        asked_at = parse_qs(scope.get("query_string", b"").decode("latin-1"))
        key = asked_at.get("key", [""])[0] if scope["path"] == "/" else ""
        refusal = guard.refusal(scope["method"], headers, here, key)
        if refusal is None:
            await inner(scope, receive, sent)
        else:
            answer = JSONResponse({"error": refusal.why}, status_code=refusal.status)
            await answer(scope, receive, sent)

    return app
