-- a client order id names an order of one market; the newest with it is read first
CREATE INDEX spot_orders_client_by_market
  ON spot_orders (owner_id, instrument_id, client_order_id, order_id DESC)
  WHERE client_order_id <> '';
DROP INDEX spot_orders_client;
