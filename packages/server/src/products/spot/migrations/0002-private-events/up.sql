CREATE TABLE private_events (
  owner_id bigint NOT NULL,
  number bigint NOT NULL,
  at_ms bigint NOT NULL,
  event jsonb NOT NULL,
  PRIMARY KEY (owner_id, number)
);
CREATE INDEX private_events_by_time ON private_events (at_ms);
