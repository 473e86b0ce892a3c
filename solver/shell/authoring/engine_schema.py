"""The JSON Schemas of what engines and their tests read and write: suites, and lines of JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from layerlaw.solver.shell.authoring.schema_parts import Json, Schema

_TEXTS: Schema = {"type": "array", "items": {"type": "string"}}
_BY_NAME: Schema = {"type": "object"}
_EVENT: Schema = {
    "description": "Something that happens. What is not said of it is left out.",
    "type": "object",
    "required": ["event"],
    "properties": {
        "text": {"description": "The event as the notation of scenarios has it.", "type": "string"},
        "event": {
            "description": "What it is: `play` (a card enters a zone, or a spell resolves), "
            "`use ability`, `move`, `move zone`, `leave`, `turn begins`, `change counters` and so "
            "on: the words of fixtures/README.md in full.",
            "type": "string",
        },
        "player": {"description": "Who does it, or whose turn begins.", "type": "string"},
        "card": {"description": "The card's name.", "type": "string"},
        "id": {"description": "How the new object, or the effect, is called.", "type": "string"},
        "place": {
            "description": "Squares of the grid, and whether on, below or beside the ground.",
            "type": "object",
            "required": ["squares", "level"],
            "properties": {
                "squares": {"type": "array", "items": {"type": "integer"}},
                "level": {"enum": ["surface", "deep", "void"]},
            },
        },
        "targets": {**_TEXTS, "description": "The ids of what was chosen."},
        "events": {
            "description": "Of `together`: what happens at one moment, in the order written.",
            "type": "array",
            "items": {"$ref": "#/definitions/event"},
        },
        "what": {
            "description": "Of `announce`: what is to resolve later.",
            "$ref": "#/definitions/event",
        },
    },
}
_STATE: Schema = {
    "description": "Object -> characteristic -> value: a number (`infinite` as a text), a text (a "
    "player, a name), true or false (a status), a sorted list of texts (types, keywords), or null "
    "(no number, no player). `zone`, `owner` and `keywords` stand with them.",
    "type": "object",
    "additionalProperties": {"type": "object"},
}


def suite_schema() -> Schema:
    """Of the document that `layerlaw suite` prints."""
    return {
        "type": "object",
        "required": ["schema", "kind", "rulebooks", "scenarios"],
        "properties": {
            "schema": {"description": "The version of the form.", "const": "layerlaw/1"},
            "kind": {"description": "What the document is.", "const": "suite"},
            "made by": {"description": "The program and its version.", "type": "string"},
            "rulebooks": {
                "description": "The rulebooks of the scenarios by their ids.",
                "type": "object",
                "additionalProperties": {"$ref": "#/definitions/rulebook"},
            },
            "scenarios": {
                "description": "Every scenario; each other order or reading is one of its own.",
                "type": "array",
                "items": {"$ref": "#/definitions/scenario"},
            },
        },
        "definitions": {
            "event": _EVENT,
            "state": _STATE,
            "rulebook": _object(
                {
                    "title": {"description": "The document's title.", "type": "string"},
                    "version": {"description": "Its edition.", "type": "string"},
                    "clauses": {
                        "description": "Clause -> its place in the document, and what it says, in "
                        "short and in our words.",
                        "type": "object",
                    },
                    "cards": {
                        "description": "The cards of the scenarios by name, each with what is "
                        "printed on it, in the notation of fixtures/README.md.",
                        "type": "object",
                    },
                }
            ),
            "scenario": _object(_scenario()),
        },
    }


def _scenario() -> dict[str, Schema]:
    return {
        "id": {
            "description": "Its name: the file's, and `#2` and so on for its other orders.",
            "type": "string",
        },
        "title": {"description": "What it shows.", "type": "string"},
        "rulebook": {"description": "The rulebook's id.", "type": "string"},
        "readings": {
            "description": "Open points of the document that are read otherwise than by default.",
            **_BY_NAME,
        },
        "because": {**_TEXTS, "description": "The clauses that the answer rests on."},
        "from": {
            "description": "Where the document has it as an example.",
            "type": ["string", "null"],
        },
        "players": {**_TEXTS, "description": "In seating order."},
        "active": {"description": "Whose turn it is at the beginning.", "type": ["string", "null"]},
        "cards": {"description": "Cards of this scenario's own, as in rulebooks.", **_BY_NAME},
        "printed": {
            "description": "Every card of the scenario by name, with its words by characteristic "
            "(`sets`), its `numbers`, and its `abilities`, each in the notation and in English.",
            **_BY_NAME,
        },
        "events": {
            "description": "What happens, in order of arrival.",
            "type": "array",
            "items": {"$ref": "#/definitions/event"},
        },
        "states": {
            "description": "For each event the right states after it and after the state-based "
            "checks: mostly one, of several each is right, and of none nobody can tell.",
            "type": "array",
            "items": {"type": "array", "items": {"$ref": "#/definitions/state"}},
        },
        "expect": {
            **_TEXTS,
            "description": "What the file expects, in the notation, of the state before the last "
            "checks.",
        },
    }


def lines_schema() -> Schema:
    """Of a line that an engine gets, and of one with which it answers."""
    number: Schema = {
        "description": "Which question it is; the answer has the same.",
        "type": "integer",
    }
    return {
        "anyOf": [{"$ref": "#/definitions/question"}, {"$ref": "#/definitions/answer"}],
        "definitions": {
            "event": _EVENT,
            "state": {
                "description": "A state in the engine's own form, or in ours: object -> "
                "characteristic -> value."
            },
            "question": _object(
                {
                    "id": number,
                    "scenario": {
                        "description": "The keys of a scenario's file, every value as a text.",
                        **_BY_NAME,
                    },
                    "events": {
                        "description": "What happens, with names and ids apart.",
                        "type": "array",
                        "items": {"$ref": "#/definitions/event"},
                    },
                }
            ),
            "answer": {
                "description": "One of `states`, `state`, `skip` and `error`, and nothing else.",
                "type": "object",
                "required": ["id"],
                "minProperties": 2,
                "maxProperties": 2,
                "additionalProperties": False,
                "properties": {
                    "id": number,
                    "states": {
                        "description": "One state for each event; null: nothing to compare there.",
                        "type": "array",
                        "items": {"$ref": "#/definitions/state"},
                    },
                    "state": {"$ref": "#/definitions/state"},
                    "skip": {
                        "description": "Why the engine does not play such a scenario.",
                        "type": "string",
                    },
                    "error": {"description": "Why it failed.", "type": "string"},
                },
            },
        },
    }


def _object(keys: dict[str, Schema]) -> Schema:
    """All of the keys have to be there, and others may."""
    required: list[Json] = [*keys]
    return {"type": "object", "required": required, "properties": {**keys}}
