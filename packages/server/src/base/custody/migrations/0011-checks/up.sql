-- What providers are asked about deposits and withdrawals: one row a question. Neither address nor
-- name stands here; what is asked is read from its own row each time.
CREATE TABLE chain_checks (
  -- what a provider knows it by; it says nothing
  reference uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('receipt', 'address', 'travel')),
  -- deposit of a receipt, withdrawal of the others
  subject_id bigint NOT NULL,
  owner_id bigint NOT NULL,
  -- new (not with a provider yet), asked, and what was found; the first answer stays
  state text NOT NULL DEFAULT 'new'
    CHECK (state IN ('new', 'asked', 'passed', 'held', 'refused')),
  -- that was asked, '' before
  provider text NOT NULL DEFAULT '',
  made_at_ms bigint NOT NULL,
  -- when it is asked or read back again
  next_at_ms bigint NOT NULL,
  tries_count int NOT NULL DEFAULT 0,
  found_at_ms bigint NOT NULL DEFAULT 0,
  UNIQUE (kind, subject_id)
);
CREATE INDEX chain_checks_open ON chain_checks (next_at_ms) WHERE state IN ('new', 'asked');
CREATE INDEX chain_checks_by_owner ON chain_checks (owner_id);
