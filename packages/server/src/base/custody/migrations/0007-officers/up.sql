-- As the signer told it last: custody alone writes it.
CREATE TABLE signer_states (
  only_row int PRIMARY KEY DEFAULT 1 CHECK (only_row = 1),
  is_frozen boolean NOT NULL,
  reasons text[] NOT NULL,
  policy_hash text NOT NULL,
  -- rises with each act of officers
  sequence bigint NOT NULL,
  -- the policy that holds
  policy jsonb NOT NULL,
  at_ms bigint NOT NULL
);

-- Passkeys that were made by a link of the host. The policy says which of them are officers.
CREATE TABLE officer_enrolments (
  officer_id text PRIMARY KEY,
  -- of the link, SHA-256
  token_hash text NOT NULL UNIQUE,
  expires_at_ms bigint NOT NULL,
  challenge text NOT NULL DEFAULT '',
  -- whose session it was made in; 0 before
  operator_id bigint NOT NULL DEFAULT 0,
  credential_id text NOT NULL DEFAULT '',
  -- COSE, base64url
  public_key text NOT NULL DEFAULT '',
  fingerprint text NOT NULL DEFAULT '',
  made_at_ms bigint NOT NULL,
  -- when the host said that the fingerprint is that of the browser
  confirmed_at_ms bigint NOT NULL DEFAULT 0,
  CHECK ((credential_id = '') = (public_key = '')),
  CHECK ((credential_id = '') = (operator_id = 0)),
  CHECK (confirmed_at_ms = 0 OR credential_id <> '')
);

-- Nobody is two officers.
CREATE UNIQUE INDEX officer_enrolments_by_operator ON officer_enrolments (operator_id)
  WHERE credential_id <> '';

-- What officers are asked for: asked until the signer has said what it is, waiting for assertions,
-- then done, refused by the signer, or over because something else came first.
CREATE TABLE officer_items (
  item_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('payment', 'freeze', 'thaw', 'policy')),
  -- of a payment: the withdrawal; 0 of acts
  withdrawal_id bigint NOT NULL DEFAULT 0,
  -- what the signer is asked to describe, and gets with the assertions
  asked jsonb NOT NULL,
  -- in the signer's words
  text text NOT NULL DEFAULT '',
  hash text NOT NULL DEFAULT '',
  signature text NOT NULL DEFAULT '',
  -- of an act: the sequence that it is valid with
  sequence bigint NOT NULL DEFAULT 0,
  state text NOT NULL CHECK (state IN ('asked', 'waiting', 'done', 'refused', 'over')),
  -- word of the signer's refusal
  outcome text NOT NULL DEFAULT '',
  -- who asked for an act; 0 = the house, or the host
  operator_id bigint NOT NULL DEFAULT 0,
  asked_at_ms bigint NOT NULL,
  ended_at_ms bigint NOT NULL DEFAULT 0,
  CHECK ((kind = 'payment') = (withdrawal_id > 0)),
  CHECK (state IN ('asked', 'over', 'refused') OR hash <> '')
);
CREATE UNIQUE INDEX officer_items_by_payment ON officer_items (withdrawal_id)
  WHERE withdrawal_id > 0;
CREATE INDEX officer_items_open ON officer_items (item_id) WHERE state IN ('asked', 'waiting');

CREATE TABLE officer_assertions (
  item_id bigint NOT NULL REFERENCES officer_items,
  officer_id text NOT NULL,
  operator_id bigint NOT NULL,
  assertion jsonb NOT NULL,
  -- sign counter of the passkey; 0 = it has none
  counter bigint NOT NULL,
  at_ms bigint NOT NULL,
  PRIMARY KEY (item_id, officer_id)
);
