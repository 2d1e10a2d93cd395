CREATE TABLE kept_charts (
  owner_id bigint NOT NULL,
  trade_id int NOT NULL,
  indicators jsonb NOT NULL,
  drawings jsonb NOT NULL,
  kept_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (owner_id, trade_id)
);
