CREATE TABLE api_keys (
  key_id bigint GENERATED ALWAYS AS IDENTITY (START WITH 1000000000001) PRIMARY KEY,
  api_key text NOT NULL UNIQUE,
  owner_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('hmac', 'ed25519')),
  -- AES-256-GCM of the shared secret; null for ed25519
  sealed_secret bytea,
  -- PEM; null for hmac
  public_key text,
  label text NOT NULL,
  permissions text[] NOT NULL,
  ip_list text[] NOT NULL,
  created_at timestamptz NOT NULL,
  -- null = does not expire
  expires_at timestamptz,
  last_used_at timestamptz,
  last_used_ip text NOT NULL DEFAULT '',
  revoked_at timestamptz
);
CREATE INDEX api_keys_by_owner ON api_keys (owner_id) WHERE revoked_at IS NULL;
