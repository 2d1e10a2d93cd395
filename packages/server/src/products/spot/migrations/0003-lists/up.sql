CREATE TABLE spot_lists (
  list_id bigint PRIMARY KEY,
  owner_id bigint NOT NULL,
  instrument_id int NOT NULL,
  -- 1 OCO, 2 OTO, 3 OTOCO
  list_type smallint NOT NULL,
  is_open boolean NOT NULL,
  created_at_ms bigint NOT NULL,
  updated_at_ms bigint NOT NULL
);
CREATE INDEX spot_lists_by_owner ON spot_lists (owner_id, list_id DESC);
CREATE INDEX spot_orders_by_list ON spot_orders (list_id) WHERE list_id <> 0;
CREATE TABLE spot_prevented (
  -- sequence * 4096 + place in the step: rises with time
  prevented_id bigint PRIMARY KEY,
  instrument_id int NOT NULL,
  maker_owner_id bigint NOT NULL,
  taker_owner_id bigint NOT NULL,
  maker_order_id bigint NOT NULL,
  taker_order_id bigint NOT NULL,
  mode smallint NOT NULL,
  price_ticks bigint NOT NULL,
  maker_lots bigint NOT NULL,
  taker_lots bigint NOT NULL,
  at_ms bigint NOT NULL
);
CREATE INDEX spot_prevented_by_maker ON spot_prevented (maker_owner_id, prevented_id);
CREATE INDEX spot_prevented_by_taker ON spot_prevented (taker_owner_id, prevented_id);
