CREATE TABLE approvals (
  approval_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  payload text NOT NULL,
  payload_hash bytea NOT NULL,
  reason text NOT NULL,
  made_by bigint NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'approved', 'executing',
    'executed', 'failed', 'rejected', 'withdrawn')),
  -- 0 = nobody yet
  decided_by bigint NOT NULL DEFAULT 0,
  decided_at timestamptz,
  note text NOT NULL DEFAULT '',
  -- JSON text, "" before
  outcome text NOT NULL DEFAULT '',
  -- the rule of two, where no program can forget it
  CHECK (state IN ('pending', 'rejected', 'withdrawn') OR decided_by <> made_by)
);
CREATE INDEX approvals_by_state ON approvals (state);
