CREATE TABLE deposit_claims (
  claim_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_id bigint NOT NULL,
  network_id int NOT NULL REFERENCES networks,
  -- in small letters
  tx_hash text NOT NULL,
  -- as on the wire: 1 waiting, 2 paid back, 3 refused
  status int NOT NULL DEFAULT 1 CHECK (status IN (1, 2, 3)),
  -- the transaction that paid it back
  paid_tx_hash text NOT NULL DEFAULT '',
  asked_at_ms bigint NOT NULL,
  decided_at_ms bigint NOT NULL DEFAULT 0,
  UNIQUE (owner_id, network_id, tx_hash),
  CHECK ((status = 1) = (decided_at_ms = 0)),
  CHECK ((status = 2) = (paid_tx_hash <> ''))
);
CREATE INDEX deposit_claims_waiting ON deposit_claims (claim_id DESC) WHERE status = 1;
