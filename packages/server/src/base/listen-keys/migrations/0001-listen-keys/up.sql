CREATE TABLE listen_keys (
  -- SHA-256 of the text the client has, in hex
  listen_key_hash text PRIMARY KEY,
  owner_id bigint NOT NULL,
  -- the API key that asked for it
  key_id bigint NOT NULL,
  expires_at_ms bigint NOT NULL
);
CREATE INDEX listen_keys_owner ON listen_keys (owner_id);
