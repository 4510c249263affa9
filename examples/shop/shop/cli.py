"""`shop`: what the people in the warehouse type."""

from __future__ import annotations

import argparse

from shop.inventory import Warehouse


def main() -> None:
    parser = argparse.ArgumentParser(prog="shop")
    parser.add_argument("action", choices=["restock"])
    parser.add_argument("--minimum", type=int, default=5, help="pieces that should be left")
    arguments = parser.parse_args()
    warehouse = Warehouse({"tea": 20, "cup": 3})
    for sku in warehouse.missing(arguments.minimum):
        parser.exit(1, f"order more of {sku}\n")
