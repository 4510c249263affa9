CREATE TABLE products (
    sku TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    price_cents INTEGER NOT NULL
);

CREATE TABLE orders (
    id INTEGER PRIMARY KEY,
    customer TEXT NOT NULL,
    total_cents INTEGER NOT NULL,
    placed_at TEXT NOT NULL
);

CREATE VIEW large_orders AS
SELECT id, customer, total_cents FROM orders WHERE total_cents >= 10000;
