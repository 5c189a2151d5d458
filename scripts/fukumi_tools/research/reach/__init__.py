"""How soon engines reach a depth, and how soon they see a win."""
