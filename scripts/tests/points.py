"""Points of tests, written as `h8,i9` or `h8 i9`."""

from fukumi_tools.board.notation import Point, text_to_point


def points(text: str, height: int) -> list[Point]:
    return [text_to_point(word, height) for word in text.replace(",", " ").split()]
