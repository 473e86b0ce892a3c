"""What a rules text consists of: its sentences, their fingerprints, and pointers at them."""
