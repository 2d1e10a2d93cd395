CREATE TABLE identity_checks (
  -- what a provider knows it by; it says nothing
  reference uuid PRIMARY KEY,
  record_id bigint NOT NULL,
  owner_id bigint NOT NULL,
  -- lists, document
  kind text NOT NULL,
  -- who of a company, as directors:0; '' = the person themselves
  subject text NOT NULL,
  -- new (not with a provider yet), asked, passed, failed
  state text NOT NULL DEFAULT 'new',
  -- of the provider that was asked, '' before
  provider text NOT NULL DEFAULT '',
  made_at_ms bigint NOT NULL,
  -- when it is asked or read back again
  next_at_ms bigint NOT NULL,
  tries_count int NOT NULL DEFAULT 0,
  found_at_ms bigint NOT NULL DEFAULT 0,
  UNIQUE (record_id, subject, kind)
);
CREATE INDEX identity_checks_open ON identity_checks (next_at_ms) WHERE state IN ('new', 'asked');
CREATE INDEX identity_checks_by_owner ON identity_checks (owner_id);

CREATE TABLE identity_document_ends (
  record_id bigint PRIMARY KEY,
  owner_id bigint NOT NULL,
  -- the end of the day that it is good until
  ends_at_ms bigint NOT NULL,
  -- when the person was told that it ends soon, 0 = not yet
  told_at_ms bigint NOT NULL DEFAULT 0
);
CREATE INDEX identity_document_ends_by_time ON identity_document_ends (ends_at_ms)
  WHERE told_at_ms = 0;
CREATE INDEX identity_document_ends_by_owner ON identity_document_ends (owner_id);

-- How far a person was reminded of what is asked for: 0 not, 1 that it is due soon, 2 that it is.
ALTER TABLE identity_supplements ADD COLUMN reminded int NOT NULL DEFAULT 0;
CREATE INDEX identity_supplements_unanswered ON identity_supplements (due_at_ms)
  WHERE closed_at_ms = 0 AND answered_at_ms = 0;
CREATE INDEX identity_files_unused ON identity_files (created_at_ms) WHERE used_at_ms = 0;
