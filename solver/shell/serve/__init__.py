"""The local explorer: a page on loopback in which a scenario is edited and solved."""
