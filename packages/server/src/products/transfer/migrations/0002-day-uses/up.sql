-- What was taken from a person's day under a key: the same transfer sent again takes nothing more.

CREATE TABLE transfer_uses (
  owner_id bigint NOT NULL,
  key_hash bytea NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (owner_id, key_hash)
);
CREATE INDEX transfer_uses_by_age ON transfer_uses (at);
