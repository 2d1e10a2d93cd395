CREATE TABLE spot_triggers (
  order_id bigint NOT NULL,
  -- of the step: an order leaves a state once in a step at most
  sequence bigint NOT NULL,
  -- what it did before: 1 waited for its price, 2 for another order of its list
  from_status smallint NOT NULL,
  owner_id bigint NOT NULL,
  at_ms bigint NOT NULL,
  PRIMARY KEY (order_id, sequence, from_status)
);
