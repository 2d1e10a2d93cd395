CREATE TABLE price_alerts (
  alert_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_id bigint NOT NULL,
  instrument_id bigint NOT NULL,
  -- 1 rises to, 2 falls to, 3 moves within a window, 4 new high or low of 24 hours
  alert_type integer NOT NULL CHECK (alert_type BETWEEN 1 AND 4),
  -- types 1 and 2
  price_ticks bigint NOT NULL,
  -- type 3
  move_bps integer NOT NULL,
  window_minutes integer NOT NULL,
  repeat text NOT NULL CHECK (repeat IN ('once', 'daily', 'always')),
  created_at_ms bigint NOT NULL,
  fired_at_ms bigint NOT NULL DEFAULT 0
);
CREATE INDEX price_alerts_by_owner ON price_alerts (owner_id, alert_id);
