"""What every embedder promises: texts in, one vector for each, or a named failure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

from tmf_memory.kernel.errors import EmbedderError

Vector = list[float]


class Embedder(Protocol):
    """Turns texts into vectors of one dimension.

    `floor` is the cosine that this model gives to unrelated texts: 0 for most models, much more for
    some. `similarity` takes it off, so that thresholds mean the same for every model.
    """

    name: str
    floor: float

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Return a vector for each text, in order; raises EmbedderError."""
        ...


def checked(name: str, vectors: object, count: int) -> list[Vector]:
    """Return what a back end answered if it is `count` finite vectors of one dimension."""
    if not isinstance(vectors, list) or len(vectors) != count:
        raise EmbedderError(f"{name} answered with something else than {count} vectors")
    found = [_vector(name, vector) for vector in vectors]
    sizes = {len(vector) for vector in found}
    if len(sizes) > 1:
        raise EmbedderError(f"{name} answered with vectors of different dimensions")
    return found


def _vector(name: str, vector: object) -> Vector:
    if not isinstance(vector, list) or not vector:
        raise EmbedderError(f"{name} answered with an empty vector")
    numbers: Vector = []
    for number in vector:
        if isinstance(number, bool) or not isinstance(number, (int, float)):
            raise EmbedderError(f"{name} answered with a vector that holds no numbers")
        if not math.isfinite(number):
            raise EmbedderError(f"{name} answered with a vector that is not finite")
        numbers.append(float(number))
    return numbers


def cosine(left: Vector, right: Vector) -> float:
    """Return the cosine of two vectors; a zero vector is like nothing."""
    length = math.sqrt(sum(x * x for x in left)) * math.sqrt(sum(x * x for x in right))
    if not length:
        return 0.0
    return sum(x * y for x, y in zip(left, right, strict=True)) / length


def similarity(left: Vector, right: Vector, floor: float) -> float:
    """Return the cosine between 0 and 1, with the model's floor taken off."""
    return min(1.0, max(0.0, (cosine(left, right) - floor) / (1.0 - floor)))
