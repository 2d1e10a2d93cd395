CREATE TABLE operators (
  operator_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL UNIQUE,
  role text NOT NULL,
  password_hash text NOT NULL,
  -- AES-256-GCM; null = no authenticator
  totp_secret bytea,
  totp_pending bytea,
  -- last time step whose code was taken; none is taken twice
  totp_last_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  disabled_at timestamptz
);
CREATE TABLE operator_passkeys (
  credential_id text PRIMARY KEY,
  owner_id bigint NOT NULL REFERENCES operators ON DELETE CASCADE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX operator_passkeys_by_owner ON operator_passkeys (owner_id);
CREATE TABLE operator_sessions (
  session_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  operator_id bigint NOT NULL REFERENCES operators ON DELETE CASCADE,
  ip text NOT NULL,
  device text NOT NULL,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE INDEX operator_sessions_by_operator ON operator_sessions (operator_id);
