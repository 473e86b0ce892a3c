"""What holds for the whole suite: rubbish is collected less often, for almost nothing is rubbish."""

import gc

gc.set_threshold(100_000, 20, 20)
