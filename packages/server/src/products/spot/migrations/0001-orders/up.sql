CREATE TABLE spot_orders (
  order_id bigint PRIMARY KEY,
  owner_id bigint NOT NULL,
  account_id bigint NOT NULL,
  instrument_id int NOT NULL,
  side smallint NOT NULL,
  order_type smallint NOT NULL,
  time_in_force smallint NOT NULL,
  self_trade_mode smallint NOT NULL,
  -- 0 live, 1 dormant, 2 pending, 3 closed
  status smallint NOT NULL,
  close_reason smallint NOT NULL DEFAULT 0,
  price_ticks bigint NOT NULL,
  size_lots bigint NOT NULL,
  executed_lots bigint NOT NULL DEFAULT 0,
  prevented_lots bigint NOT NULL DEFAULT 0,
  executed_quote_units numeric NOT NULL DEFAULT 0,
  quote_amount_units numeric NOT NULL DEFAULT 0,
  stop_price_ticks bigint NOT NULL DEFAULT 0,
  trailing_delta_bps int NOT NULL DEFAULT 0,
  activation_price_ticks bigint NOT NULL DEFAULT 0,
  visible_lots bigint NOT NULL DEFAULT 0,
  slippage_bps int NOT NULL DEFAULT 0,
  expire_at_ms bigint NOT NULL DEFAULT 0,
  client_order_id text NOT NULL DEFAULT '',
  list_id bigint NOT NULL DEFAULT 0,
  sequence bigint NOT NULL,
  created_at_ms bigint NOT NULL,
  updated_at_ms bigint NOT NULL
);
CREATE INDEX spot_orders_open ON spot_orders (owner_id, order_id DESC) WHERE status < 3;
CREATE INDEX spot_orders_closed ON spot_orders (owner_id, order_id DESC) WHERE status = 3;
CREATE INDEX spot_orders_client ON spot_orders (owner_id, client_order_id)
  WHERE client_order_id <> '';

CREATE TABLE spot_fills (
  -- sequence * 4096 + place in the step: rises with time
  fill_id bigint PRIMARY KEY,
  owner_id bigint NOT NULL,
  order_id bigint NOT NULL,
  instrument_id int NOT NULL,
  trade_id bigint NOT NULL,
  side smallint NOT NULL,
  is_maker boolean NOT NULL,
  price_ticks bigint NOT NULL,
  size_lots bigint NOT NULL,
  quote_units numeric NOT NULL,
  fee_units numeric NOT NULL,
  at_ms bigint NOT NULL
);
CREATE INDEX spot_fills_by_owner ON spot_fills (owner_id, fill_id DESC);
CREATE INDEX spot_fills_by_order ON spot_fills (order_id);

CREATE TABLE balance_moves (
  -- sequence * 4096 + place in the step: rises with time
  move_id bigint PRIMARY KEY,
  owner_id bigint NOT NULL,
  account_id bigint NOT NULL,
  asset_id int NOT NULL,
  change_units numeric NOT NULL,
  reason smallint NOT NULL,
  reference bigint NOT NULL,
  sequence bigint NOT NULL,
  at_ms bigint NOT NULL
);
CREATE INDEX balance_moves_by_owner ON balance_moves (owner_id, move_id DESC);
CREATE INDEX balance_moves_by_coin ON balance_moves (owner_id, asset_id, move_id DESC);
