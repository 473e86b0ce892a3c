"""Questions in a line, "King of the Realm, Mesmerism (theirs) on it: who controls it?", read."""
