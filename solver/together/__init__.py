"""Effects that apply at the same time: every state in which all of them agree with themselves."""
