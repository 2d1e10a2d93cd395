CREATE TABLE withdraw_addresses (
  saved_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_id bigint NOT NULL,
  network_id int NOT NULL REFERENCES networks,
  -- 0 = of every coin of the network
  asset_id int NOT NULL DEFAULT 0,
  address text NOT NULL,
  memo text NOT NULL DEFAULT '',
  remark text NOT NULL DEFAULT '',
  is_verified boolean NOT NULL DEFAULT false,
  saved_at_ms bigint NOT NULL,
  -- while only saved addresses are allowed
  usable_at_ms bigint NOT NULL,
  UNIQUE (owner_id, network_id, asset_id, address, memo)
);

CREATE TABLE withdraw_address_settings (
  owner_id bigint PRIMARY KEY,
  is_allowlist_only boolean NOT NULL,
  -- from when on all addresses are allowed again, 0 = never
  off_from_ms bigint NOT NULL DEFAULT 0,
  CHECK (off_from_ms = 0 OR is_allowlist_only)
);

-- What withdrawals took of a person's rolling day, in units of USDT.
CREATE TABLE withdraw_day_uses (
  withdrawal_id bigint PRIMARY KEY REFERENCES withdrawals,
  owner_id bigint NOT NULL,
  value_units numeric(38, 0) NOT NULL CHECK (value_units >= 0),
  at_ms bigint NOT NULL
);
CREATE INDEX withdraw_day_uses_by_owner ON withdraw_day_uses (owner_id, at_ms);

CREATE TABLE request_proofs (
  proof_id text PRIMARY KEY,
  owner_id bigint NOT NULL,
  session_id bigint NOT NULL,
  action text NOT NULL,
  -- SHA-256 of the text that will be sent
  text_hash bytea NOT NULL,
  -- SHA-256 of the proof, NULL before a factor was given
  proof_hash bytea UNIQUE,
  mail_code_hash bytea,
  factor text NOT NULL DEFAULT '',
  tries_count int NOT NULL DEFAULT 0,
  begun_at_ms bigint NOT NULL,
  expires_at_ms bigint NOT NULL,
  used_at_ms bigint NOT NULL DEFAULT 0,
  CHECK (used_at_ms = 0 OR proof_hash IS NOT NULL)
);
CREATE INDEX request_proofs_by_age ON request_proofs (expires_at_ms);
