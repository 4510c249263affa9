from shop.stock import LOW, Ledger, Shelf, is_low, largest


def fullest(shelves: list[Shelf]) -> Shelf:
    return largest(shelves, key=lambda one: len(one.left))


def sell(shelves: list[Shelf], name: str) -> str:
    café = largest(shelves, key=id); left = café.take(name)
    return f"{left} left" + (" (order!)" if is_low(left) else "")


def sell_all(names: list[str]) -> list[str]:
    book = Ledger()
    return [sell([book, max([book, Shelf()], key=id)], one) for one in names]


def alarm() -> int:
    return LOW
