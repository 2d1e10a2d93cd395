CREATE SEQUENCE owner_ids START 1000001;
CREATE TABLE users (
  owner_id bigint PRIMARY KEY DEFAULT nextval('owner_ids'),
  email text NOT NULL UNIQUE,
  nickname text NOT NULL,
  password_hash text NOT NULL,
  -- AES-256-GCM; null = no authenticator
  totp_secret bytea,
  totp_pending bytea,
  -- last time step whose code was taken; none is taken twice
  totp_last_step bigint NOT NULL DEFAULT 0,
  anti_phishing_code text NOT NULL DEFAULT '',
  locale text NOT NULL DEFAULT 'en_US',
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE backup_codes (
  owner_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (owner_id, code_hash)
);
CREATE TABLE passkeys (
  credential_id text PRIMARY KEY,
  owner_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX passkeys_by_owner ON passkeys (owner_id);
-- Something begun that needs a second step: registering, a second factor, a new password, a passkey.
CREATE TABLE tickets (
  ticket_hash bytea PRIMARY KEY,
  purpose text NOT NULL,
  email text NOT NULL DEFAULT '',
  owner_id bigint NOT NULL DEFAULT 0,
  payload jsonb NOT NULL DEFAULT '{}',
  -- null = no mailed code belongs to it
  code_hash bytea,
  tries_left int NOT NULL DEFAULT 5,
  expires_at timestamptz NOT NULL
);
CREATE TABLE login_history (
  login_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_id bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  ip text NOT NULL,
  device text NOT NULL,
  outcome text NOT NULL
);
CREATE INDEX login_history_by_owner ON login_history (owner_id, login_id DESC);
