-- Browsers in which somebody was let in: of people and of operators, whose numbers are apart. Of a
-- browser's mark only the SHA-256 is kept.
CREATE TABLE known_browsers (
  -- people or operators
  kind text NOT NULL,
  owner_id bigint NOT NULL,
  mark_hash bytea NOT NULL,
  used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, owner_id, mark_hash)
);
