"""How many pieces are left, and who has reserved them."""

from __future__ import annotations

from shop.models import Order


class OutOfStockError(Exception):
    """Indicates a product that is not there in the number that was asked for."""


class Warehouse:
    """The pieces on the shelf, by product number."""

    def __init__(self, stock: dict[str, int]) -> None:
        self.stock = stock

    def reserve(self, order: Order) -> None:
        """Check that every line of the order can be delivered."""
        for line in order.lines:
            if self.stock.get(line.product.sku, 0) < line.pieces:
                raise OutOfStockError(line.product.sku)

    def take(self, order: Order) -> None:
        """Take the pieces of an order off the shelf."""
        for line in order.lines:
            self.stock[line.product.sku] -= line.pieces

    def missing(self, minimum: int) -> list[str]:
        """Name the products of which fewer than `minimum` pieces are left."""
        return [sku for sku, pieces in self.stock.items() if pieces < minimum]
