"""From a filled basket to a placed order."""

from __future__ import annotations

from shop.inventory import Warehouse
from shop.models import Order
from shop.pricing import order_total


class Checkout:
    """Takes orders, one after the other."""

    def __init__(self, warehouse: Warehouse) -> None:
        self.warehouse = warehouse
        self.placed: list[Order] = []

    def place(self, order: Order) -> int:
        """Reserve, take and record an order; return what it costs."""
        self.warehouse.reserve(order)
        self.warehouse.take(order)
        self.placed.append(order)
        return order_total(order)


class GiftCheckout(Checkout):
    """Takes orders that somebody else pays for."""

    def place(self, order: Order) -> int:
        super().place(order)
        return 0
