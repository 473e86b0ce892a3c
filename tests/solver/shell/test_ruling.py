"""The ruling in sentences: what comes out and why, read back and held against the answer."""

from __future__ import annotations

import re

import pytest

from layerlaw.model import load_scenario, loads_scenario, shipped_scenarios
from layerlaw.solver import Answer, may, solve
from layerlaw.solver.answer.ruling import changed_values, deciding
from layerlaw.solver.facts.records import Happening
from layerlaw.solver.facts.situation import RULES
from layerlaw.solver.shell.report.answer_blocks import answer_blocks
from layerlaw.solver.shell.report.names import happened
from layerlaw.solver.shell.report.to_terminal import plain_lines
from layerlaw.solver.shell.report.words import happened_in_order

SHIPPED = {path.name.removesuffix(".scenario.yaml"): path for path in shipped_scenarios()}

_GROUP = re.compile(r"\(([^()]*)\)")
_TIMES = re.compile(r"\d+ times")
_VALUE = re.compile(r"(?:^|, | and )(\S+) for ")
_CONTROL = re.compile(
    r"[Yy]ou now control (?P<mine>.*)|(?P<theirs>.*) (?:is|are) now controlled by (?P<player>\S+)"
)
_HAVE = re.compile(r" now ha(?:s|ve) (.*)")
_FROM = re.compile(r" from [^()]* \([^()]*\)")
_NUMBER = re.compile(r"(?<!base )\b([a-z][a-z-]*) (-?\d\S*?)(?=,| and |$)")
_STATUS = re.compile(r"(?P<objects>.*\)) (?:is|are) (?P<words>[a-z]+(?: and [a-z]+)?)")


@pytest.fixture(scope="module", params=sorted(SHIPPED))
def answer(request: pytest.FixtureRequest) -> Answer:
    """The answer to each shipped scenario in turn, solved once for all that is asked of it."""
    return solve(load_scenario(SHIPPED[request.param]))


def ruled(name: str) -> tuple[str, ...]:
    """The ruling of a shipped scenario."""
    return solve(load_scenario(SHIPPED[name])).ruling


def test_two_kings_are_ruled_in_two_sentences() -> None:
    """Who controls what and how strong it is, then SORC-DEP-5: a loop goes by timestamp."""
    assert ruled("two-kings") == (
        "You now control all 4 objects in play; power is now 3 for Foot Soldier (F, G) "
        "and 4 for King of the Realm (K1, K2).",
        "The older, King of the Realm (K1), wins: its effect and that of K2 depend on each other, "
        "so timestamps decide (SORC-DEP-5).",
    )


def test_two_kings_fit_on_one_screen() -> None:
    """24 lines of 80 columns, the ruling at the top, the certificate in the last."""
    from layerlaw.solver import certificate_of

    answer = solve(load_scenario(SHIPPED["two-kings"]))
    blocks = answer_blocks("Two Kings", answer, certificate_of(answer).check())
    lines = plain_lines(blocks, 80)
    assert len(lines) <= 24
    assert lines[3].startswith("You now control all 4 objects in play")
    assert lines[-1].startswith("Certificate: confirmed")


def test_what_is_lost_is_told_with_what_ended_it() -> None:
    """Caliburn takes Mordred's ability in the same layer (GA-LAYER-D), so it is not applied."""
    assert ruled("mordred-caliburn") == (
        "Mordred, Flawless Blade (M) loses all abilities.",
        "The effect of Mordred, Flawless Blade (M) is not applied: Caliburn of Silencing (B) ends "
        "it first (GA-LAYER-D).",
    )


def test_what_waits_is_told_with_what_it_waits_for() -> None:
    """The older King depends on Mesmerism, which says whose he is (SORC-DEP-3)."""
    assert ruled("king-mesmerism")[1] == (
        "Mesmerism (M) goes before the older King of the Realm (K), whose effect depends on it "
        "(SORC-DEP-3)."
    )


def test_several_answers_are_told_apart() -> None:
    """Each field ignores the other: two answers, and what both have (DM-608.1)."""
    said = ruled("two-answers")
    assert said[0] == (
        "The rules leave 2 answers and do not choose: East Field (E) is ignored and West Field "
        "(W) is not ignored, or East Field (E) is not ignored and West Field (W) is ignored."
    )
    assert said[1] == "In all of them power is now 3000 for Burning Mane (M)."


def test_a_paradox_names_what_contradicts_itself_and_what_stands() -> None:
    """The Contrary Shrine has no state; Vorg's bonus reads nothing of it."""
    head, stands = ruled("paradox-and-the-rest")
    assert head == (
        "There is no answer: no state agrees with the effects of Contrary Shrine (C) at once."
    )
    assert stands == "What stands: power is now 3500 for Immortal Baron, Vorg (F)."


def test_where_nothing_changes_that_is_said() -> None:
    """A board without an effect."""
    answer = solve(
        loads_scenario(
            "title: One soldier\nrulebook: sorcery-2026-01\nplayers: [you]\n"
            "play:\n  - you: Foot Soldier as F at 3\n"
        )
    )
    assert answer.ruling == ("No effect changes anything.",)
    assert changed_values(answer) == ()


def _ids(names: str) -> list[str]:
    """The ids in the parentheses of "Foot Soldier (F, G) and Wolf (W)"."""
    groups = [group for group in _GROUP.findall(names) if not _TIMES.fullmatch(group)]
    found = [id for group in groups for id in group.split(", ")]
    return [id.split(" and ")[0] for id in found]


@pytest.mark.sample(40)
def test_what_a_ruling_says_is_so(answer: Answer) -> None:
    """Read back from the words: numbers, control, loss and order are those of the answer."""
    assert answer.ruling and all(said[0].isupper() or said[0].isdigit() for said in answer.ruling)
    if answer.verdict == "paradox":
        return
    first = answer.ruling[0 if answer.verdict == "settled" else 1 :][:1]
    for statement in (piece for said in first for piece in said.rstrip(".").split("; ")):
        _holds(answer, statement.removeprefix("In all of them "))
    for one in deciding(answer):
        if one.how == "lost" and one.layer:
            assert any(
                turn.verdict == "lost"
                for record in answer.layers
                for turn in record.turns
                if turn.effect == one.effects[0]
            )
        if one.how == "waits":
            waiting, on = one.effects
            order = [turn.effect for turn in answer.layer(one.layer).turns]
            assert order.index(on) < order.index(waiting)
            assert answer.effects[waiting].key < answer.effects[on].key


def _holds(answer: Answer, statement: str) -> set[str]:
    """Holds what a statement says against every state; returns the characteristics it told."""
    states = answer.states
    book, known = states[0].rulebook, states[0].shown.characteristics

    def value(id: str, characteristic: str) -> set[str]:
        found = (state.value(id, characteristic) for state in states)
        return {"none" if one is None else str(one) for one in found}

    told: set[str] = set()
    heads, now, values = statement.partition(" is now ")
    heads = heads[:1].lower() + heads[1:]
    if not now:
        heads, now, values = statement.partition(" are now ")
        heads = heads[:1].lower() + heads[1:]
    names = [piece for part in heads.split(", ") for piece in part.split(" and ")]
    if now and all(name in known for name in names):
        pieces = _VALUE.split(values)[1:]
        for number, objects in zip(pieces[::2], pieces[1::2], strict=True):
            for id in _ids(objects.partition(" and other values ")[0]):
                for name in names:
                    assert value(id, name) == {number}
                    told.add(name)
        return told
    if found := _CONTROL.fullmatch(statement):
        objects, player = found["mine"] or found["theirs"], found["player"] or "you"
        if not objects.lower().startswith("all "):
            assert all(value(id, book.control) == {player} for id in _ids(objects))
        else:
            ids = [one.id for one in answer.situation.things if one.zone == book.in_play]
            assert all(value(id, book.control) == {player} for id in ids)
        return {book.control}
    if found := _HAVE.search(statement):
        subject = _ids(_FROM.sub("", statement.split(" now ha")[0]))
        for name, number in _NUMBER.findall(found[1]):
            if name in known:  # A base value is called so and is none of these.
                told.add(name)
                assert all(value(id, name) == {number} for id in subject)
    if found := _STATUS.fullmatch(statement):
        for name in found["words"].split(" and "):
            if name in book.statuses:
                told.add(name)
                assert all(value(id, name) == {"True"} for id in _ids(found["objects"]))
    return told


def test_every_form_of_statement_is_read_back() -> None:
    """Numbers of their own and of who is told of anyway, control of all and of some, statuses."""
    told: set[str] = set()
    for name in ("two-kings", "king-king-mesmerism-infiltrate", "set-and-silence", "two-sisters"):
        if name in SHIPPED:
            answer = solve(load_scenario(SHIPPED[name]))
            for statement in answer.ruling[0].rstrip(".").split("; "):
                told |= _holds(answer, statement)
    assert {"power", "controller", "silenced"} <= told


@pytest.mark.parametrize(
    ("statement", "right"),
    [
        ("Power is now 3 for Foot Soldier (F, G) and 4 for King of the Realm (K1, K2)", True),
        ("Power is now 3 for Foot Soldier (F, G) and 5 for King of the Realm (K1, K2)", False),
        ("You now control all 4 objects in play", True),
        ("You now control Foot Soldier (F)", True),
        ("Foot Soldier (F) is now controlled by me", False),
        ("Foot Soldier (F) gains Stealth and now has power 3", True),
        ("Foot Soldier (F) gains Stealth and now has power 2", False),
        ("Foot Soldier (F) is silenced", False),
    ],
)
def test_what_is_wrong_is_noticed(statement: str, right: bool) -> None:
    """The test that reads rulings back fails for words that are not so."""
    answer = solve(load_scenario(SHIPPED["two-kings"]))
    if right:
        assert _holds(answer, statement)
    else:
        with pytest.raises(AssertionError):
            _holds(answer, statement)


_SUBJECT = re.compile(
    r"^((?:(?!\) (?:is|are|was|were|gains?|loses?|can|can't|now|dies?|ignores?)).)*\)) (.*)$"
)
_BECAME = re.compile(
    r"(?:is|are) now (?:also )?(?!controlled)([a-z][^;]*?)"
    r"(?: instead of ([a-z, -]*?(?: or [a-z-]+)?))?"
    r"(?=,? (?:and )?(?:gains?|loses?|now (?:has|have)|can|ignores?|goes|is|are)\b|$)"
)
_GONE = re.compile(
    r"no longer ([a-z, -]*?(?: or [a-z-]+)?)"
    r"(?=,? (?:and )?(?:gains?|loses?|now (?:has|have)|can|ignores?)\b|$)"
)
_KEYWORD = re.compile(
    r"\b(gain|lose)s? ((?:[A-Z][\w+ '-]*?)(?: \d+)?)(?= \(\d+ times\)|, | and |$)"
)
_MAY = re.compile(r"\b(can't|can) (be )?([a-z]+(?:(?:, | or )[a-z]+)*)(?=, | and |$)")


@pytest.mark.sample(40)
def test_words_abilities_and_permissions_that_are_told_are_so(answer: Answer) -> None:
    """Read back from the words, whatever else stands in the sentence."""
    if answer.verdict != "settled":
        return
    for statement in answer.ruling[0].rstrip(".").split("; "):
        _told_rightly(answer, re.sub(r'"[^"]*"', "QUOTED", statement))


def _told_rightly(answer: Answer, statement: str) -> int:
    """Holds the words of a statement against the answer; returns how many there were."""
    found = _SUBJECT.match(statement)
    if found is None:
        return 0
    who = [id for id in _ids(found[1]) if id in answer.world.index]
    sets = [one.name for one in answer.rulebook.characteristics.values() if one.kind == "set"]
    claims = 0
    for id in who:
        having = {word for name in sets for word in _texts(answer.value(id, name))}
        labels = _texts(answer.value(id, "abilities"))
        keywords = {*labels, *(label.rpartition(" from ")[0] for label in labels)}
        became, gone = _BECAME.search(found[2]), _GONE.search(found[2])
        new = re.split(r", | and ", became[1]) if became else []
        old = re.split(r", | or ", (became and became[2]) or (gone and gone[1]) or "")
        for word in filter(None, new):
            claims += 1
            assert word in having or word.startswith("every "), (id, word, statement)
        for word in filter(None, old):
            claims += 1
            assert word not in having, (id, word, statement)
        for how, keyword in _KEYWORD.findall(found[2]):
            if keyword != "QUOTED":
                claims += 1
                assert (keyword in keywords) == (how == "gain"), (id, keyword, statement)
        if "all abilities" in found[2]:
            claims += 1
            assert labels == (), (id, statement)
        for modal, passive, verbs in _MAY.findall(found[2]):
            known = {*answer.rulebook.actions, *answer.rulebook.actions.values()}
            for verb in {*re.split(", | or ", verbs)} & known:
                claims += 1
                allowed = may(answer, id, verb, None, bool(passive)).allowed
                ignored = "ignores that" in statement or "ignore that" in statement
                assert ignored or allowed == (modal == "can"), (id, verb, statement)
    return claims


def _texts(value: object) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, tuple) else ()


@pytest.mark.parametrize(
    ("name", "statement", "right"),
    [
        ("bower-of-bliss", "King of the Realm (K) is now beast instead of mortal", True),
        ("bower-of-bliss", "King of the Realm (K) is now mortal instead of beast", False),
        ("two-sisters", "Sisters of Silence (B) loses all abilities", True),
        ("two-sisters", "Sisters of Silence (A) loses all abilities", False),
        ("infiltrate", "Foot Soldier (F) gains Stealth", True),
        ("infiltrate", "Foot Soldier (F) gains Airborne", False),
        ("nariel", "Brawler Zyler (Z) can't attack", True),
        ("nariel", "Brawler Zyler (Z) can attack", False),
    ],
)
def test_what_is_wrong_of_words_and_abilities_is_noticed(
    name: str, statement: str, right: bool
) -> None:
    """The test above fails for words that are not so."""
    answer = solve(load_scenario(SHIPPED[name]))
    if right:
        assert _told_rightly(answer, statement)
    else:
        with pytest.raises(AssertionError):
            _told_rightly(answer, statement)


@pytest.mark.sample(40)
def test_changed_values_are_what_differs_from_the_beginning(answer: Answer) -> None:
    """Nothing is told that did not change, and no change that a card made is left out."""
    if answer.verdict != "settled":
        return
    told = {(one.object, one.characteristic) for one in changed_values(answer)}
    began = answer.shown.final(answer.start, answer.start)
    made = {
        (change.object, change.characteristic): change.before
        for record in reversed(answer.layers)
        for turn in reversed(record.turns)
        if answer.effects[turn.effect].source != RULES
        for change in turn.changes
    }
    for cell, value in answer.final.items():
        object, characteristic = cell
        before = began.get(cell)
        if before is None:
            # What a game's own rules set first is what it would be without effects: a price.
            before = made.get(cell)
        differs = cell in made and before != value and characteristic != "permissions"
        base = characteristic.startswith("base ")
        covered = base and (object, characteristic.removeprefix("base ")) in told
        if object in answer.situation.players or "@" in object:
            continue
        assert (cell in told) == (differs and not covered)


def gagged(bells: int, *, fox: bool = False) -> Answer:
    """A gag that silences so many bells, each of which silences foxes."""
    cards = {"Gag": 'minions named "Bell"', "Bell": 'minions named "Fox"', "Fox": "sites"}
    text = "title: Gagged\nrulebook: sorcery-2026-01\nplayers: [you, me]\ncards:\n"
    for name, whom in cards.items():
        text += f"  {name}: {{is: [minion], power: 1, has: ['{whom}: silenced']}}\n"
    text += "play:\n" + "".join(f"  - you: Bell as B{n}\n" for n in range(1, bells + 1))
    return solve(loads_scenario(f"{text}  - you: Gag as G\n{'  - me: Fox as F' * fox}\n"))


def test_what_one_thing_ends_is_told_in_one_sentence() -> None:
    """The gag goes before the older bells, whose effects depend on it, and so ends all of them."""
    assert gagged(1).ruling == (
        "Bell (B1) is silenced.",
        "The effect of Bell (B1) is not applied: Gag (G) ends it first (SORC-LAYER-2).",
    )
    assert gagged(3, fox=True).ruling == (
        "Bell (B1, B2, B3) are silenced.",
        "The effects of Bell (B1, B2, B3) are not applied: Gag (G) ends them first (SORC-LAYER-2).",
    )


def test_up_to_five_objects_of_a_card_are_named_and_of_more_how_many() -> None:
    """Five bells by their ids; six by their number, with ids only where there are other bells."""
    assert gagged(5).ruling[0] == "Bell (B1, B2, B3, B4, B5) are silenced."
    assert gagged(6).ruling == (
        "6 x Bell are silenced.",
        "The effects of 6 x Bell are not applied: Gag (G) ends them first (SORC-LAYER-2).",
    )
    text = "title: Bells\nrulebook: sorcery-2026-01\nplayers: [you, me]\ncards:\n"
    text += "  Hushed: {is: [minion, beast], power: 1}\n"
    text += "  Gag: {is: [minion], power: 1, has: ['your beasts: silenced']}\nplay:\n"
    bells = "".join(f"  - {'you' if n < 8 else 'me'}: Hushed as H{n}\n" for n in range(1, 10))
    answer = solve(loads_scenario(f"{text}{bells}  - you: Gag as G\n"))
    assert answer.ruling[0] == "7 x Hushed (H1, H2, H3 and 4 more) are silenced."


@pytest.mark.slow
def test_objects_are_called_older_and_younger_only_if_they_are() -> None:
    """Elsewhere it is said of the effects: one that was used later is of a card that came first."""
    younger = re.compile(r"^(?!The effect)[^(]* \((\w+)\) is younger than [^(]* \((\w+)\), so")
    older = re.compile(r"^[^(]* \((\w+)\) goes before the older [^(]* \((\w+)\), whose")
    seen = set()
    for path in SHIPPED.values():
        if path.parent.name == "rulings" or path.parent.name == "magic":
            answer = solve(load_scenario(path))
            age = {thing.id: thing.entered for thing in answer.situation.things}
            for said in answer.ruling:
                for which, pattern in (("younger", younger), ("older", older)):
                    if found := pattern.match(said):
                        assert age[found[1]] > age[found[2]], (path.name, said)
                        seen.add(which)
    assert seen == {"younger", "older"}
    assert "The effect of Treetop Village (T) is younger than that of Life and Limb (L)" in str(
        ruled("still-a-land")
    )
    assert "Of the effects of Riptide Mangler (R) the younger has the last word (CR-613.7)." in (
        ruled("riptide-mangler")
    )


def test_what_is_a_copy_is_told_so_with_what_is_otherwise_than_with_the_copy() -> None:
    """Not each characteristic that was copied, nor that it lost the line by which it copied."""
    assert ruled("clone-humility")[0] == (
        "Serra Angel (C) is a copy instead of Clone; Serra Angel (A, C) lose all abilities and now "
        "have power 1 and toughness 1."
    )
    # 2/2 as printed on what it copies, and nothing else; the land under Blood Moon is told.
    assert ruled("vesuva-blood-moon")[0] == (
        "Bayou (V) is a copy instead of Vesuva; Bayou (T, V) are now mountain instead of forest or "
        "swamp."
    )
    assert ruled("clone-animated-land")[0].startswith("Treetop Village (C) is a copy instead of")


def test_an_ability_that_is_lost_and_had_anew_is_neither_gained_nor_lost() -> None:
    """The Angel has Flying at first, loses it with all abilities, and has it from a counter."""
    (angel, *_) = ruled("dress-down-counters")
    assert angel == "Serra Angel (A) loses Vigilance."
    answer = solve(load_scenario(SHIPPED["dress-down-counters"]))
    labels = answer.value("A", "abilities")
    assert isinstance(labels, tuple) and any(one.startswith("Flying") for one in labels)


def test_players_are_told_what_cards_forbid_them() -> None:
    """Bolshack Cross NEX and Alphadios speak of players and of nothing in play."""
    assert ruled("players-cant-summon") == (
        "Both players can't cast non-light spells in any zone, can't summon non-light creatures in "
        "any zone and can't summon creatures in any zone with cost 4 or less.",
    )


def test_the_card_that_is_spoken_of_is_named() -> None:
    """Gnome Hollows says of others that they can't enter it, not that they can't enter themselves;
    "only" is said as it is written."""
    assert (
        "Bosk Troll (T) and Foot Soldier (G) can't enter Gnome Hollows (H)"
        in (ruled("gnome-hollows")[0])
    )
    assert "can attack only" in ruled("may-attack-only")[0]


def test_no_number_is_said_to_be_none() -> None:
    """Who has no power has none; "power none" is no English."""
    said = " ".join(ruled("song-frog-order"))
    assert "now has no power and no toughness" in said and "none" not in said


def test_what_happened_by_itself_is_told_with_cards_and_no_plain_ids() -> None:
    """Of an effect whose it is; the rules by that name; whose turn it is as people say it."""
    assert ruled("token-regalia") == (
        "After event 3 Nullifying Lantern (L) goes to the material deck instead of going to the "
        "hand, as the rules say and after event 4 Replica (R) goes to the outside instead of going "
        "to the hand, as the rules say; and the effect of Replica (R) ends, for Replica (R) is no "
        "longer in play.",
        "No effect changes anything now.",
    )
    assert ruled("tailspin-slash-next-turn") == (
        "After event 3 the effect of Tailspin Slash (T) ends as my turn begins.",
        "No effect changes anything now.",
    )
    for name in ("batorai-bushin", "nullifying-mirror", "evolve-on-two", "infiltrate-silenced"):
        answer = solve(load_scenario(SHIPPED[name]))
        for one in answer.chronicle:
            who, what = happened(answer, one)
            told = f"{who} {what}"
            for id in (one.object, one.of, *(id for pair in one.about for id in pair)):
                assert not id or id not in re.sub(r"\([^()]*\)", "", told).split(), told


def test_a_granted_ability_is_told_by_the_card_that_gives_it() -> None:
    """Card before effect where people read, twice the same in one; JSON keeps the plain label."""
    answer = solve(
        loads_scenario(
            "title: Two Levitations\nrulebook: magic-2026-04\nplayers: [you, me]\nplay:\n"
            "  - you: Grizzly Bears as B\n  - you: Levitation as L\n  - you: Levitation as M\n"
        )
    )
    whole, brief = (
        " ".join(" ".join(plain_lines(answer_blocks("T", answer, None, whole=each), 400)).split())
        for each in (True, False)
    )
    for effect in ("L.1", "M.1"):
        assert f"abilities of B: + Flying from Levitation ({effect})" in whole
        assert whole.count(f"Flying from Levitation ({effect})") == 2
        assert f"from {effect}" not in whole
    assert "abilities + Flying (2 times) (L, M)" in brief
    assert "Flying of Grizzly Bears (B)." in brief
    assert answer.value("B", "abilities") == ("Flying from L.1", "Flying from M.1")


def test_what_an_object_came_to_is_told_before_where_it_went_instead() -> None:
    """The chronicle has first where a death leads; of other events and objects nothing moves."""
    went = Happening(1, "W", "goes to the banished instead of going to the cemetery, as X says", "")
    dies = Happening(1, "W", "dies", "RULE")
    other = Happening(1, "V", "dies", "RULE")
    later = Happening(2, "W", "dies", "RULE")
    assert happened_in_order((other, went, dies, later)) == [other, dies, went, later]
    assert happened_in_order((went, other)) == [went, other]
    assert happened_in_order((went, later)) == [went, later]
    assert happened_in_order((went, went, dies)) == [went, dies, went]
    assert happened_in_order(()) == []
