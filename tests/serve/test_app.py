"""The explorer's server: who may ask, how much, and what is said of all that is not right."""

from __future__ import annotations

import json
import warnings
from typing import TYPE_CHECKING, Any

import pytest

from layerlaw.model.shipped import shipped_scenarios
from layerlaw.solver.shell.serve.app import PIECES, explorer
from layerlaw.solver.shell.serve.crew import Busy, Crew
from layerlaw.solver.shell.serve.guard import HEADERS, LARGEST_BODY, Guard, policy
from layerlaw.solver.shell.serve.shelf import STARTER, Start
from layerlaw.solver.shell.serve.work import answer
from layerlaw.solver.shell.serve.worker import GaveUp

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from starlette.testclient import TestClient

    from layerlaw.solver.shell.serve.asked import Request
    from layerlaw.solver.shell.serve.work import Reply

HERE = "http://127.0.0.1:4321"
TOKEN = "the-token"


class Hands(Crew):
    """Does the work in this process, or goes wrong as told."""

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error
        self.asked: list[Request] = []

    async def ask(self, asked: Request, gone: Callable[[], Awaitable[bool]]) -> Reply:
        """The answer."""
        self.asked.append(asked)
        if self.error is not None:
            raise self.error
        return answer(asked)

    def close(self) -> None:
        """Nothing is to be ended."""


def client(hands: Hands) -> Iterator[TestClient]:
    """A browser's place in front of the server."""
    with warnings.catch_warnings():
        # It would rather be used with another library than httpx.
        warnings.simplefilter("ignore")
        from starlette.testclient import TestClient
    start = Start(STARTER, "mine.scenario.yaml")
    app = explorer(
        Guard(4321, TOKEN), start, lambda: hands, "<style>b{}</style><script>a()</script>"
    )
    with TestClient(app, base_url=HERE, raise_server_exceptions=False) as found:
        yield found


@pytest.fixture
def hands() -> Hands:
    """Who does the work."""
    return Hands()


@pytest.fixture
def web(hands: Hands) -> Iterator[TestClient]:
    """The server, with work that is done."""
    yield from client(hands)


def post(web: TestClient, body: object, **headers: str | bytes) -> Any:
    """What the server answers to a question as the page asks it, but for these headers."""
    sent = {
        "X-Layerlaw-Token": TOKEN,
        "Content-Type": "application/json",
        "Origin": HERE,
        "Sec-Fetch-Site": "same-origin",
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    return web.post("/ask", content=raw, headers={k: v for k, v in sent.items() if v})


def problem(web: TestClient, text: str, **fields: object) -> str:
    """The first problem that is found in a text."""
    reply = post(web, {"what": "picture", "text": text, **fields})
    assert reply.status_code == 200
    found = reply.json()["problems"]
    assert found, "no problem was found"
    return f"{found[0]['line']}: {found[0]['message']}"


def test_the_page_and_its_pieces_come_with_their_headers(web: TestClient) -> None:
    """The page holds the token, runs no script but its own and the picture's, and is framed by no
    one; every answer carries the same headers.
    """
    page = web.get("/")
    assert page.status_code == 200 and TOKEN in page.text and "%TOKEN%" not in page.text
    rules = page.headers["content-security-policy"].split("; ")
    assert "default-src 'none'" in rules and "frame-ancestors 'none'" in rules
    scripts = next(rule for rule in rules if rule.startswith("script-src"))
    assert scripts.split()[1:2] == ["'self'"] and "unsafe" not in scripts
    assert scripts.split()[2].startswith("'sha256-") and policy("", "n").count("sha256") == 0
    assert "<script>" not in page.text and " onclick" not in page.text
    for name in PIECES:
        assert web.get(f"/page/{name}").status_code == 200
    for answered in (page, web.get("/nowhere"), web.get("/", headers={"Host": "x"})):
        assert {name: answered.headers[name] for name in HEADERS} == HEADERS


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "evil.example:4321"])
def test_another_host_name_is_refused(web: TestClient, host: str) -> None:
    """A name that merely leads to this machine gets nothing, not even the page."""
    for path in ("/", "/start", "/page/explorer.js"):
        reply = web.get(path, headers={"Host": host})
        assert reply.status_code == 421 and "answers only to" in reply.json()["error"]


def test_localhost_is_this_machine(web: TestClient) -> None:
    """The server also answers to the name localhost."""
    assert web.get("/", headers={"Host": "localhost:4321"}).status_code == 200


@pytest.mark.parametrize(
    ("headers", "status", "says"),
    [
        ({"Origin": "http://evil.example"}, 403, "another page"),
        ({"Origin": "null"}, 403, "another page"),
        ({"Origin": "https://127.0.0.1:4321"}, 403, "another page"),
        ({"Sec_Fetch_Site": "cross-site"}, 403, "another site"),
        ({"Sec_Fetch_Site": "none"}, 403, "another site"),
        ({"X_Layerlaw_Token": ""}, 403, "load the page again"),
        ({"X_Layerlaw_Token": "wrong"}, 403, "load the page again"),
        ({"X_Layerlaw_Token": "ä"}, 403, "load the page again"),
        ({"Content_Type": "text/plain"}, 415, "JSON"),
        ({"Content_Type": "application/x-www-form-urlencoded"}, 415, "JSON"),
        ({"Host": "evil.example"}, 421, "answers only to"),
    ],
)
def test_a_question_from_elsewhere_is_refused(
    web: TestClient, hands: Hands, headers: dict[str, str], status: int, says: str
) -> None:
    """A question of another page, site, host or start, or of another kind, is never worked on."""
    sent = {name: value.encode() for name, value in headers.items()}
    reply = post(web, {"what": "picture", "text": STARTER}, **sent)
    assert reply.status_code == status and says in reply.json()["error"]
    assert hands.asked == []


def test_what_a_title_holds_is_text_in_the_picture(web: TestClient) -> None:
    """Names that look like HTML are escaped wherever they stand in the picture."""
    evil = "<img src=x onerror=alert(1)></script><script>alert(2)</script>"
    text = STARTER.replace("My scenario", json.dumps(evil))
    page = post(web, {"what": "picture", "text": text}).json()["page"]
    assert "<img" not in page and "<script>alert" not in page and "&lt;img src=x" in page


def test_other_methods_are_refused(web: TestClient) -> None:
    """What is read can't be written to, and what is asked can't be read."""
    headers = {"X-Layerlaw-Token": TOKEN, "Content-Type": "application/json"}
    assert web.get("/ask").status_code == 405
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        assert web.request(method, "/start", headers=headers, content=b"{}").status_code == 405
        assert web.request(method, "/", content=b"{}").status_code == 403
    assert web.get("/page/../app.py").status_code == 404
    assert web.get("/page/%2e%2e%2fapp.py").status_code == 404
    assert web.get("/shelf/../../cards/sorcery").status_code == 404
    assert web.get("/shelf/%2e%2e/%2e%2e/cards/sorcery").status_code == 404


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"\xff\xfe", "not UTF-8"),
        (b"[" * 100_000, "nested too deeply"),
        (b"[]", "no JSON object"),
        (b'{"what": "picture"}', "no 'text'"),
        (b'{"what": "run", "text": ""}', "one of"),
        (b'{"what": ["picture"], "text": ""}', "is no text"),
        (b'{"what": "picture", "text": 1}', "is no text"),
        (b'{"what": "picture", "text": "\\ud800"}', "half a character"),
        (b'{"what": "picture", "text": "", "file": "/etc/passwd"}', "not known"),
        (b'{"what": "picture", "text": "", "readings": []}', "no object"),
        (b'{"what": "picture", "text": "", "readings": {"A": 1}}', "is no text"),
        (b'{"what": "order", "text": "", "order": ["1"]}', "no whole number"),
        (b'{"what": "order", "text": "", "order": [true]}', "no whole number"),
        (b'{"what": "order", "text": "", "order": 1e999}', "no list"),
        (b'{"what": "picture", "text": "", "beside": 1}', "neither true nor false"),
    ],
)
def test_a_body_that_is_no_question_is_refused_in_words(
    web: TestClient, hands: Hands, body: bytes, says: str
) -> None:
    """Whatever is not the JSON of a question gets status 400 and one message."""
    reply = post(web, body)
    assert reply.status_code == 400 and says in reply.json()["error"]
    assert hands.asked == []


def test_a_body_that_is_too_large_is_refused(web: TestClient, hands: Hands) -> None:
    """A large body is refused by its length, and where it has none while it comes."""
    assert post(web, b" " * (LARGEST_BODY + 1)).status_code == 413
    assert post(web, b"{}", Content_Length="9" * 5000).status_code == 413
    assert post(web, b"{}", Content_Length="-1").status_code == 413

    def pieces() -> Iterator[bytes]:
        for _ in range(LARGEST_BODY // 4096 + 1):
            yield b" " * 4096

    headers = {"X-Layerlaw-Token": TOKEN, "Content-Type": "application/json"}
    reply = web.post("/ask", content=pieces(), headers=headers)
    assert reply.status_code == 413 and "KB at most" in reply.json()["error"]
    assert hands.asked == []


@pytest.mark.parametrize(
    ("error", "status", "says"),
    [
        (Busy(), 503, "try again"),
        (GaveUp("no answer after 20 seconds"), 504, "no answer after 20 seconds"),
        (RuntimeError("secret"), 500, "internal error: RuntimeError"),
    ],
)
def test_work_that_fails_has_a_message(error: Exception, status: int, says: str) -> None:
    """Too many at once, too long, or a mistake of ours: always JSON with a message."""
    for web in client(Hands(error)):
        reply = post(web, {"what": "picture", "text": STARTER})
        assert reply.status_code == status and says in reply.json()["error"]
        assert "secret" not in reply.text


def test_what_is_typed_reaches_no_file(web: TestClient, tmp_path_factory: Any) -> None:
    """Neither the scenario, nor a rulebook of one's own, nor a choice reads anything from disk."""
    file = tmp_path_factory.mktemp("there") / "book.yaml"
    file.write_text("rulebook: secret\n", encoding="utf-8")
    body = "title: a\nplayers: [you]\nplay: [you: Foot Soldier as F at 3]\n"
    scenario = f"rulebook: sorcery-2026-01\n{body}"
    for name in (str(file), "./book.yaml", "../rulebooks/sorcery-2026-01.yaml"):
        assert "no file is read" in problem(web, f"rulebook: {name}\n{body}")
        assert "no file is read" in problem(web, f"{scenario}card files: [{name}]\n")
        assert "no file is read" in problem(web, scenario, rulebook=name)
        for key in ("like", "based on"):
            book = f"rulebook: mine\n{key}: {name}\n"
            assert "can't name files" in problem(web, scenario, book=book)
    cards = "rulebook: mine\nbased on: sorcery-2026-01\ncards: '..\\..\\x'\n"
    assert "there are no cards" in problem(web, scenario, book=cards)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "nothing in it"),
        ("title: !include /etc/passwd", "a tag"),
        ("title: !!python/object/apply:os.system [ls]", "a tag"),
        ("a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]", "an anchor"),
        ("title: " + "[" * 5000, "nested deeper"),
        ("title: '\x07'", "0x0007 is not allowed"),
        ("- a\n- b", "scenario"),
        ("title: a\nrulebook: nothing", "unknown rulebook"),
        (STARTER.replace("F at 3", "F at 99"), "99"),
        ("title: a\n\n--- b", "a second document"),
    ],
)
def test_a_bad_text_is_said_to_be_so(web: TestClient, text: str, says: str) -> None:
    """Everything that is wrong with a text is an answer with a place, not an error."""
    assert says in problem(web, text)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("players: [you, me\nplay:\n", (2, 5)),
        ("title: a\ntitle: b\n", (2, 1)),
        ("title: a\nrulebook: \u202e\n", (2, 11)),
        ("title: a\n\0", (2, 1)),
    ],
)
def test_what_is_no_yaml_has_a_place_in_the_text(
    web: TestClient, text: str, place: tuple[int, int]
) -> None:
    """Whatever is asked of a text that cannot be read, the answer says where that is."""
    for body in ({"what": "picture"}, {"what": "order", "order": [0]}, {"what": "write"}):
        found = post(web, {**body, "text": text}).json()["problems"][0]
        assert (found["where"], found["line"], found["column"]) == ("scenario", *place)


def test_a_picture_comes_with_its_cards_points_and_expectations(web: TestClient) -> None:
    """One answer holds all that the page shows of a scenario."""
    expect = "[controller of F is you, controller of F is me, {xfail: F dies, reason: known}]"
    text = f"{STARTER}expect: {expect}\n"
    found = post(web, {"what": "picture", "text": text}).json()
    assert found["problems"] == [] and found["certified"] == "confirmed"
    assert [one["line"] for one in found["events"]] == [5, 6, 7]
    assert [one["right"] for one in found["expected"]] == [True, False, True]
    assert found["expected"][1]["note"] == "found: controller of F is you"
    assert [one["known"] for one in found["expected"]] == [False, False, True]
    assert found["expected"][2]["note"].endswith(" (known)")
    assert "controller" in found["cells"]["F"]
    assert "SORC-OPEN-TEST" in [point["id"] for point in found["points"]]
    assert all(point["question"] and point["readings"] for point in found["points"])


def test_a_rulebook_of_ones_own_is_used_by_its_id_and_by_its_file(web: TestClient) -> None:
    """A pasted rulebook stands for the one that the scenario names."""
    book = "rulebook: mine\nbased on: sorcery-2026-01\n"
    for name in ("mine", "./my-book.yaml"):
        text = STARTER.replace("sorcery-2026-01", name)
        assert problem(web, text).startswith("2: ")
        found = post(web, {"what": "picture", "text": text, "book": book}).json()
        assert found["problems"] == [] and found["rulebook"]["id"] == "mine"
    bad = post(web, {"what": "picture", "text": STARTER, "book": "rulebook: mine\nx: y"}).json()
    assert {one["where"] for one in bad["problems"]} == {"book"}


def test_the_shelf_holds_what_is_shipped_and_nothing_else(web: TestClient) -> None:
    """Every shipped scenario has a title, a game and its text."""
    found = web.get("/shelf").json()
    assert len(found["scenarios"]) == len(shipped_scenarios())
    games = {book["id"]: book["game"] for book in found["rulebooks"]}
    for one in found["scenarios"]:
        assert one["title"] and games[one["rulebook"]]
    first = found["scenarios"][0]["id"]
    path = next(p for p in shipped_scenarios() if p.name.startswith(first.split("/")[1] + "."))
    assert web.get(f"/shelf/{first}").json()["text"] == path.read_text(encoding="utf-8")
    assert web.get("/shelf/no/such").status_code == 404
    start = web.get("/start").json()
    del start["inside"], start["most"]
    assert start == {"text": STARTER, "name": "mine.scenario.yaml", "book": ""}


def test_cards_are_found_as_the_command_line_finds_them(web: TestClient) -> None:
    """Words find names; what a search does not have is a problem in words."""
    body = {"what": "find", "text": STARTER, "card": "writes:controller reads:mortal"}
    assert post(web, body).json()["names"] == ["King of the Realm"]
    found = post(web, {**body, "card": "colour:red"}).json()["problems"]
    assert found[0]["message"].startswith("a search has no 'colour:'")
    found = post(web, {**body, "text": "rulebook: nothing\n"}).json()["problems"]
    assert found[0]["message"].startswith("unknown rulebook 'nothing'")


def test_a_card_arrives_behind_the_others_with_an_id_that_is_free(web: TestClient) -> None:
    """The event that a click writes is read by the solver; what can't be is said in words."""
    body = {"what": "add", "text": STARTER, "card": "Foot Soldier", "player": "me", "square": 17}
    found = post(web, body).json()
    assert found["problems"] == [] and found["line"] == 8
    line = found["text"].splitlines()[7]
    assert line.startswith("  - me: Foot Soldier as ") and line.endswith(" at 17")
    assert found["text"].startswith(STARTER.rstrip("\n"))
    again = post(web, {**body, "text": found["text"]}).json()
    shown = post(web, {"what": "picture", "text": again["text"]}).json()
    assert shown["problems"] == [] and len(shown["events"]) == 5
    for wrong, says in (
        ({"card": "Foot Soldeir"}, "has no card 'Foot Soldeir'"),
        ({"player": "she"}, "'she' is no player"),
        ({"square": 21}, "has no square 21"),
        ({"text": "players: [me]\nplay: 3\n"}, "is no list of events"),
    ):
        assert says in post(web, {**body, **wrong}).json()["problems"][0]["message"]


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("Foot Soldeir", "Foot Soldier"),
        ("King of the Raelm as K1", "King of the Realm as K1"),
        ("rulebok", "rulebook"),
        ("sorcery-2026-1", "sorcery-2026-01"),
    ],
)
def test_what_was_meant_mends_the_text(web: TestClient, wrong: str, right: str) -> None:
    """A problem with a suggestion says which columns of its line are replaced, and by what."""
    text = STARTER.replace(right, wrong, 1)
    assert text != STARTER
    problems = post(web, {"what": "picture", "text": text}).json()["problems"]
    one = next(each for each in problems if each["fix"])
    lines = text.split("\n")
    line, fix = lines[one["line"] - 1], one["fix"]
    (instead,) = fix["instead"]
    lines[one["line"] - 1] = line[: fix["from"] - 1] + instead + line[fix["until"] - 1 :]
    assert "\n".join(lines) == STARTER


def test_each_name_that_may_be_meant_is_offered_by_itself(web: TestClient) -> None:
    """Of a word of several cards' names the writer chooses one."""
    text = STARTER.replace("Foot Soldier", "king", 1)
    (one,) = post(web, {"what": "picture", "text": text}).json()["problems"]
    assert one["fix"]["instead"] == ["King Arthur", "King of the Realm", "Returned King"]


def test_the_notation_is_one_page_without_links(web: TestClient) -> None:
    """The quick reference is HTML whose links, which lead nowhere here, are plain words."""
    page = web.get("/notation")
    assert page.status_code == 200 and "<table>" in page.text
    assert "<a " not in page.text and "](" not in page.text


@pytest.mark.parametrize(
    "text",
    [
        "title: " + "a b " * 50_000,
        "title: a\nplay: [" + "you: Foot Soldier as F at 3, " * 7_000 + "]",
        "\n".join(" " * deep + "a:" for deep in range(600)),
        "title: '" + "x'\n" * 60_000,
        "".join(map(chr, range(32, 127))) * 2_000,
        "- " * 60_000,
        "{" * 100_000,
        "a: |\n" + "\u00a0\n" * 20_000,
    ],
)
def test_large_texts_that_are_no_scenario_have_an_answer(web: TestClient, text: str) -> None:
    """Whatever is pasted, each question is answered, and the picture's with what is wrong."""
    assert problem(web, text)
    for body in ({"what": "words"}, {"what": "order", "order": [0]}, {"what": "add", "card": "x"}):
        assert post(web, {**body, "text": text}).status_code == 200


def test_in_the_local_network_only_who_knows_the_key_gets_anything() -> None:
    """Told by the address where a request arrives, not by what it says its host is."""
    guard = Guard(4321, TOKEN, "10.0.0.5", "the-key")

    def status(here: str, host: str, key: str = "", cookie: str = "") -> int:
        headers = {"host": [host], **({"cookie": [cookie]} if cookie else {})}
        found = guard.refusal("GET", headers, here, key)
        return 200 if found is None else found.status

    assert status("127.0.0.1", "127.0.0.1:4321") == 200
    assert status("127.0.0.1", "10.0.0.5:4321") == 421
    for host in ("127.0.0.1:4321", "evil.example:4321", "10.0.0.6:4321", "10.0.0.5"):
        assert status("10.0.0.5", host, "the-key") == 421
    assert status("10.0.0.5", "10.0.0.5:4321") == 403
    assert status("10.0.0.5", "10.0.0.5:4321", "wrong") == 403
    assert status("10.0.0.5", "10.0.0.5:4321", "the-key") == 200
    assert status("10.0.0.5", "10.0.0.5:4321", cookie="layerlaw-4321=the-key") == 200
    assert status("10.0.0.5", "10.0.0.5:4321", cookie="layerlaw-1=the-key") == 403
