"""What the pages show is run: blocks of code and commands, links, and the reference."""
