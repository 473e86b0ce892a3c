"""An event of one line is one entry: reading, writing and what it asks for follow from its form."""

from __future__ import annotations

from layerlaw.model.errors import Where
from layerlaw.model.rulebooks.words import EVENT_WORDS
from layerlaw.model.scenarios.events import EVENT_FORMS, Attach, GetsStatus, Leave, references
from layerlaw.model.scenarios.held_events import Hold
from layerlaw.model.scenarios.line_forms import LineForm
from layerlaw.model.scenarios.scenario_format import EVENT_TABLE

WHERE = Where("test", 1, 1)


def test_no_counter_can_have_the_name_of_an_event() -> None:
    """Every word that events begin with is kept from rulebooks and players."""
    words = {form.key for forms in EVENT_FORMS.values() for _, form in forms}
    assert {word for word in words if not word.startswith("{")} < {*EVENT_WORDS}
    assert EVENT_TABLE.names == EVENT_WORDS


def test_a_form_is_grammar_and_message() -> None:
    """Words stand in quotes, holes are rules of the grammar or what messages call them."""
    form = LineForm("fuse", "{object:object} into {card:card} {below:new}")
    assert form.grammar == 'id "into" name as?'
    assert form.shown == "ID into CARD as BELOW"
    assert form.words == ("into",)


def test_an_event_is_written_in_the_form_that_says_it() -> None:
    """What a form says without a hole tells forms of one event apart."""
    assert Attach("S", None, WHERE).form.key == "drop"
    assert Attach("S", "F", WHERE).form.key == "attach"
    assert GetsStatus("F", "tapped", False, WHERE).form.key == "loses"


def test_what_an_event_speaks_of_follows_from_its_form() -> None:
    """Its ids, and whether they have to be in play."""
    assert references(Attach("S", "F", WHERE)) == ("S", "F")
    assert references(Attach("S", None, WHERE)) == ("S",)
    assert Attach("S", None, WHERE).needs_play("S")
    assert not Leave("S", "hand", WHERE).needs_play("S")
    load = Hold("load", "B", "G", WHERE)
    assert load.needs_play("G") and not load.needs_play("B")
