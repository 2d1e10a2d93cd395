CREATE TABLE account_notes (
  note_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_id bigint NOT NULL,
  operator_id bigint NOT NULL,
  text text NOT NULL,
  at_ms bigint NOT NULL
);
CREATE INDEX account_notes_by_owner ON account_notes (owner_id, note_id DESC);
CREATE TABLE account_evidence (
  approval_id bigint PRIMARY KEY,
  owner_id bigint NOT NULL,
  document_name text NOT NULL,
  document_type text NOT NULL,
  sealed_document bytea NOT NULL
);
CREATE INDEX account_evidence_by_owner ON account_evidence (owner_id);
CREATE TABLE retention_rules (
  name text PRIMARY KEY,
  -- 0 = for ever
  days int NOT NULL CHECK (days BETWEEN 0 AND 36500)
);
INSERT INTO retention_rules VALUES
  ('logins', 365), ('sessions', 90), ('mails', 90), ('talks', 730);
