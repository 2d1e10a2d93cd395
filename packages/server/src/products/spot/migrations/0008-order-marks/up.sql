-- since when an order is no pending leg, works in the book and trails the price; 0 = not (yet)
ALTER TABLE spot_orders ADD COLUMN live_at_ms bigint NOT NULL DEFAULT 0;
ALTER TABLE spot_orders ADD COLUMN working_at_ms bigint NOT NULL DEFAULT 0;
ALTER TABLE spot_orders ADD COLUMN trailing_at_ms bigint NOT NULL DEFAULT 0;
UPDATE spot_orders SET live_at_ms = created_at_ms WHERE status <> 2;
UPDATE spot_orders SET working_at_ms = created_at_ms WHERE status NOT IN (1, 2);

CREATE TABLE spot_order_marks (
  order_id bigint PRIMARY KEY,
  owner_id bigint NOT NULL,
  strategy_id bigint,
  strategy_type bigint
);
