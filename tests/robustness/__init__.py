"""What every loader and every command keeps to, whatever it is given."""
