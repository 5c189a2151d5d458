"""Maximum matchings of a graph: as many pairs of neighbours as there can be, each vertex in one at most.

Source: J. Edmonds, "Paths, Trees, and Flowers" (Canadian Journal of Mathematics, 1965). An augmenting path is
looked for from each vertex that is left over; cycles of odd length, the blossoms, are taken for one vertex.
"""

from collections.abc import Sequence


def matching_size(neighbours: Sequence[Sequence[int]]) -> int:
    """The number of pairs of a maximum matching."""
    mates: list[int | None] = [None] * len(neighbours)
    for vertex, others in enumerate(neighbours):
        if mates[vertex] is None:
            free = next((other for other in others if mates[other] is None), None)
            if free is not None:
                mates[vertex], mates[free] = free, vertex
    for vertex in range(len(neighbours)):
        if mates[vertex] is None:
            _Tree(neighbours, mates, vertex).augment()
    return sum(mate is not None for mate in mates) // 2


class _Tree:
    """Alternating paths from a vertex without a mate. `bases` has the first vertex of the blossom of each one."""

    def __init__(self, neighbours: Sequence[Sequence[int]], mates: list[int | None], root: int):
        self._neighbours, self._mates, self._root = neighbours, mates, root
        self._parents: list[int | None] = [None] * len(neighbours)
        self._bases = list(range(len(neighbours)))
        self._outer = [False] * len(neighbours)
        self._outer[root] = True
        self._queue = [root]

    def augment(self) -> None:
        """Gives the root a mate if there is a path to another vertex without one."""
        end = self._end_of_path()
        while end is not None:
            before = self._parents[end]
            following = self._mates[before]
            self._mates[end], self._mates[before] = before, end
            end = following

    def _end_of_path(self) -> int | None:
        for vertex in self._queue:
            for other in self._neighbours[vertex]:
                if self._bases[vertex] == self._bases[other] or self._mates[vertex] == other:
                    continue
                if self._outer[self._bases[other]] or self._outer[other]:
                    self._contract(vertex, other)
                elif self._parents[other] is None:
                    self._parents[other] = vertex
                    mate = self._mates[other]
                    if mate is None:
                        return other
                    self._outer[mate] = True
                    self._queue.append(mate)
        return None

    def _contract(self, one: int, other: int) -> None:
        """Makes a blossom of the cycle that an edge between two outer vertices closes."""
        stem = self._common_base(one, other)
        inside: set[int] = set()
        self._mark(one, stem, other, inside)
        self._mark(other, stem, one, inside)
        for vertex, base in enumerate(self._bases):
            if base in inside:
                self._bases[vertex] = stem
                if not self._outer[vertex]:
                    self._outer[vertex] = True
                    self._queue.append(vertex)

    def _common_base(self, one: int, other: int) -> int:
        """The last base that the ways of two outer vertices to the root share."""
        passed = set()
        while True:
            one = self._bases[one]
            passed.add(one)
            if self._mates[one] is None:
                break
            one = self._parents[self._mates[one]]
        while self._bases[other] not in passed:
            other = self._parents[self._mates[self._bases[other]]]
        return self._bases[other]

    def _mark(self, vertex: int, stem: int, child: int, inside: set[int]) -> None:
        """Notes the bases from a vertex of the cycle to its stem, and how to go round it from there."""
        while self._bases[vertex] != stem:
            mate = self._mates[vertex]
            inside |= {self._bases[vertex], self._bases[mate]}
            self._parents[vertex] = child
            child, vertex = mate, self._parents[mate]
