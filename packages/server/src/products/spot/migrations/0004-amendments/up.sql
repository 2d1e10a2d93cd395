CREATE TABLE spot_amendments (
  order_id bigint NOT NULL,
  -- of the step: an order is amended once in a step at most
  sequence bigint NOT NULL,
  owner_id bigint NOT NULL,
  instrument_id int NOT NULL,
  from_lots bigint NOT NULL,
  to_lots bigint NOT NULL,
  at_ms bigint NOT NULL,
  PRIMARY KEY (order_id, sequence)
);
