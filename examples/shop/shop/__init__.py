"""A small web shop."""

from shop.checkout import Checkout
from shop.models import Order, OrderLine, Product

__all__ = ["Checkout", "Order", "OrderLine", "Product"]
