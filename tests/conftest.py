"""What holds for the whole suite: rubbish is looked for less often, for there is hardly any."""

import gc

gc.set_threshold(100_000, 20, 20)
