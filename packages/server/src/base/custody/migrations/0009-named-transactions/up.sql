-- Transactions that two operators named for a payment of which the signer says that it has signed
-- it and our rows know nothing: custody looks at the chain and judges.
CREATE TABLE withdrawal_namings (
  withdrawal_id bigint PRIMARY KEY REFERENCES withdrawals,
  -- in small letters
  tx_hash text NOT NULL CHECK (tx_hash = lower(tx_hash)),
  state text NOT NULL DEFAULT 'asked' CHECK (state IN ('asked', 'taken', 'refused')),
  -- word of why it was refused
  outcome text NOT NULL DEFAULT '',
  named_at_ms bigint NOT NULL,
  CHECK ((state = 'refused') = (outcome <> ''))
);
CREATE INDEX withdrawal_namings_asked ON withdrawal_namings (withdrawal_id) WHERE state = 'asked';
