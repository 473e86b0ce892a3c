"""The commands on the pages that the tests of this folder do not run, each with the reason."""

INSTALLS = "installs; .ci/run and .github/workflows install from scratch"
A_SHELL = "belongs to the shell, not to the project"
MADE = "a target of the Makefile, which would run these tests again, or for long"
LONG = "takes longer than a test may; tests/cli runs the command on less"
STAYS = "runs until it is stopped; tests/serve and tests/browser drive it"
A_PART = "a part of what `pytest` has just run; tests/plugin tries each of these options"
NO_TEXT = "no text of a document is shipped; tests/solver/documents/test_sources.py has its own"
TAMPERED = "what `sed` made; tests/cli/test_verify.py changes values of its own"
SHRUNK = "starts the engine some forty times; docs/engines.md does it on less"

NOT_RUN: dict[str, str] = {
    "make demo": MADE,
    "make test": MADE,
    "python3 -m venv .venv": INSTALLS,
    '.venv/bin/python -m pip install -e ".[serve]"': INSTALLS,
    'export PATH="$PWD/.venv/bin:$PATH"': A_SHELL,
    "pip install ../layerlaw pytest": INSTALLS,
    '.venv/bin/python -m pip install -e ".[notebook,plot,frame]" jupyterlab': INSTALLS,
    ".venv/bin/jupyter lab notebooks": "runs until it is stopped; .ci/run executes the notebooks",
    "layerlaw serve kings.scenario.yaml": STAYS,
    "layerlaw serve --port 0 --no-browser": STAYS,
    'sed \'s/"power": 4/"power": 5/\' kings.json > tampered.json': A_SHELL,
    "layerlaw verify tampered.json": TAMPERED,
    "layerlaw audit sorcery-2026-01": LONG,
    "layerlaw audit sorcery-2026-01 --save findings --markdown": LONG,
    'layerlaw property sorcery-2026-01 "always: an object that is silenced has no abilities"': LONG,
    "layerlaw property sorcery-2026-01 --file fixtures/properties/sorcery.yaml": LONG,
    "layerlaw census sorcery-2026-01 --results census.results --picture census.svg": LONG,
    'layerlaw shrink tests/full-table.scenario.yaml --engine "python engine.py"': SHRUNK,
    "layerlaw check --shipped --engine mine:OURS": LONG,
    'layerlaw check --shipped --engine "python engine.py" --engine-lines --adapter adapter:OURS': (
        LONG
    ),
    "layerlaw source duel-masters-1.28-ja rules.md": NO_TEXT,
    "pytest -k King_of_the_Realm": A_PART,
    "pytest -m layerlaw": A_PART,
    'pytest "tests/two-kings.scenario.yaml::as written::power of F is 3"': A_PART,
    "pytest --junitxml=report.xml": A_PART,
    "pytest --layerlaw-rulebook mine.yaml": A_PART,
}
"""The command as the page has it -> why it is not run."""
