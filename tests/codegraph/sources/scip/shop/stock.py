from typing import Protocol, TypeVar

LOW = 3
T = TypeVar("T")


class Store(Protocol):
    def take(self, name: str) -> int: ...


class Shelf:
    def __init__(self) -> None:
        self.left = {"tea": 5}

    def take(self, name: str) -> int:
        self.left[name] -= 1
        return self.left[name]


class Ledger(Shelf):
    def take(self, name: str) -> int:
        return super().take(name)


def largest(values: list[T], key) -> T:
    return sorted(values, key=key)[-1]


def is_low(left: int) -> bool:
    return left < LOW
