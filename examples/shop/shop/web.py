"""The pages of the shop."""

from __future__ import annotations

from flask import Flask, request

from shop.checkout import Checkout
from shop.inventory import OutOfStockError, Warehouse
from shop.models import Order, Product
from shop.pricing import order_total

app = Flask(__name__)
checkout = Checkout(Warehouse({"tea": 20, "cup": 3}))


@app.route("/health")
def health() -> dict[str, str]:
    return {"status": "ok"}


@app.route("/quote", methods=["POST"])
def quote() -> dict[str, int]:
    """Say what an order would cost."""
    return {"total_cents": order_total(read_order(request.get_json()))}


@app.route("/orders", methods=["POST"])
def place_order() -> tuple[dict[str, object], int]:
    """Place an order, or say which product is gone."""
    try:
        return {"total_cents": checkout.place(read_order(request.get_json()))}, 201
    except OutOfStockError as error:
        return {"out_of_stock": str(error)}, 409


def read_order(body: dict[str, object]) -> Order:
    """Build an order from what the browser sent."""
    order = Order(customer=str(body["customer"]))
    order.add(Product("tea", "A tin of tea", 1250), pieces=int(str(body.get("tins", 1))))
    return order
