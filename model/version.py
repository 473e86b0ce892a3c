"""The version, where neither the build nor the command has far to look for it."""

from __future__ import annotations

VERSION = "0.1.0"
