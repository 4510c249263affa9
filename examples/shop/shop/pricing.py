"""What an order costs."""

from __future__ import annotations

from shop.models import Order

FREE_SHIPPING_FROM = 60
SHIPPING_CENTS = 490
MEMBER_DISCOUNT = 0.05


def goods_total(order: Order) -> int:
    """Add up the lines of an order, in cents."""
    return sum(line.subtotal() for line in order.lines)


def discount(order: Order) -> int:
    """Members pay five percent less for their goods."""
    if not order.is_member:
        return 0
    return round(goods_total(order) * MEMBER_DISCOUNT)


def shipping_cost(order: Order) -> int:
    """Shipping is free once the goods are worth enough."""
    if goods_total(order) >= FREE_SHIPPING_FROM * 100:
        return 0
    return SHIPPING_CENTS


def order_total(order: Order) -> int:
    """Return what the customer pays, in cents."""
    return goods_total(order) - discount(order) + shipping_cost(order)
