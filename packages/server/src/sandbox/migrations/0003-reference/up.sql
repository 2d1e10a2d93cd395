CREATE TABLE sandbox_reference (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  source text NOT NULL,
  state text NOT NULL CHECK (state IN ('live', 'late', 'away')),
  since timestamptz NOT NULL,
  seen_at timestamptz NOT NULL
);
