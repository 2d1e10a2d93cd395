CREATE TABLE provider_events (
  provider text NOT NULL,
  event_id text NOT NULL,
  -- what it is about, in our words
  reference text NOT NULL,
  received_at_ms bigint NOT NULL,
  PRIMARY KEY (provider, event_id)
);
CREATE INDEX provider_events_by_time ON provider_events (received_at_ms);
