"""What the shop sells and what people order."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Product:
    """Something for sale; prices are in cents."""

    sku: str
    title: str
    price_cents: int


@dataclass(frozen=True)
class OrderLine:
    """A number of pieces of one product."""

    product: Product
    pieces: int

    def subtotal(self) -> int:
        return self.product.price_cents * self.pieces


@dataclass
class Order:
    """What one customer wants to buy."""

    customer: str
    lines: list[OrderLine] = field(default_factory=list)
    is_member: bool = False

    def add(self, product: Product, pieces: int = 1) -> None:
        self.lines.append(OrderLine(product, pieces))
