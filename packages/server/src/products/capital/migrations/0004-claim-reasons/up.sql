-- What its person says went wrong.
ALTER TABLE deposit_claims ADD COLUMN why text NOT NULL DEFAULT 'other'
  CHECK (why IN ('network', 'memo', 'token', 'other'));
