"""Lists of openings that are even in the eyes of engines."""
