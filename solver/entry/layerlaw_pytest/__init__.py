"""The one package of the wheel with a name of its own at the top; nothing imports it.

pytest rewrites the asserts of what a plugin's package installs. Of a wheel whose files all stand
below `layerlaw/` it takes `model` and `solver` for the names, which are modules of the user's.
"""
