-- Who receives a withdrawal and for what, as the law of some places asks: closed, with a key of its
-- own. Whoever deletes the row has deleted it.
CREATE TABLE withdrawal_declarations (
  withdrawal_id bigint PRIMARY KEY REFERENCES withdrawals,
  owner_id bigint NOT NULL,
  -- whether another exchange keeps the address; its name is in what is closed
  is_venue boolean NOT NULL,
  sealed bytea NOT NULL,
  wrapped_key bytea NOT NULL,
  key_version int NOT NULL,
  declared_at_ms bigint NOT NULL
);
CREATE INDEX withdrawal_declarations_by_owner ON withdrawal_declarations (owner_id);
