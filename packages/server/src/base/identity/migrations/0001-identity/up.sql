CREATE TABLE identity_records (
  record_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  -- 1 standard, 2 advanced, 3 company
  identity_type int NOT NULL CHECK (identity_type BETWEEN 1 AND 3),
  -- 0 waiting, 1 passed, 2 failed
  identity_status int NOT NULL CHECK (identity_status BETWEEN 0 AND 2),
  created_at timestamptz NOT NULL DEFAULT now(),
  changed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX identity_records_by_owner ON identity_records (owner_id, record_id DESC);
