-- Sign-ins. The cookie's 256 bits are never stored, only their SHA-256.
CREATE TABLE sessions (
  session_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  owner_id bigint NOT NULL,
  ip text NOT NULL,
  device text NOT NULL,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  stepped_up_until timestamptz,
  ended_at timestamptz
);
CREATE INDEX sessions_by_owner ON sessions (owner_id) WHERE ended_at IS NULL;
