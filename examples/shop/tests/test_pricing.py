"""What an order costs."""

from shop.models import Order, Product
from shop.pricing import order_total


def test_small_order_pays_for_shipping() -> None:
    order = Order("ann")
    order.add(Product("cup", "A cup", 900))
    assert order_total(order) == 900 + 490
