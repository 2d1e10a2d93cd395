-- Keys that the keys of forms and files are closed with, themselves closed by the installation's.
CREATE TABLE identity_master_keys (
  version int PRIMARY KEY,
  sealed_key bytea NOT NULL,
  made_at_ms bigint NOT NULL
);

CREATE TABLE identity_applications (
  -- of identity_records
  record_id bigint PRIMARY KEY,
  owner_id bigint NOT NULL,
  identity_type int NOT NULL,
  -- what was shown, as JSON, closed with a key of its own
  sealed_form bytea NOT NULL,
  wrapped_key bytea NOT NULL,
  key_version int NOT NULL,
  -- HMAC of the document; empty where none is shown
  document_hash bytea NOT NULL,
  -- HMAC of name and date of birth; empty as well
  person_hash bytea NOT NULL,
  created_at_ms bigint NOT NULL,
  claimed_by bigint NOT NULL DEFAULT 0,
  claimed_at_ms bigint NOT NULL DEFAULT 0,
  reason_codes text[] NOT NULL DEFAULT '{}',
  items text[] NOT NULL DEFAULT '{}',
  decided_at_ms bigint NOT NULL DEFAULT 0
);
CREATE INDEX identity_applications_by_owner ON identity_applications (owner_id, record_id);
CREATE INDEX identity_applications_open ON identity_applications (record_id)
  WHERE decided_at_ms = 0;
CREATE INDEX identity_applications_by_person ON identity_applications (person_hash);

CREATE TABLE identity_files (
  file_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_id bigint NOT NULL,
  kind text NOT NULL,
  media_type text NOT NULL,
  bytes_count bigint NOT NULL,
  wrapped_key bytea NOT NULL,
  key_version int NOT NULL,
  created_at_ms bigint NOT NULL,
  -- 0 = sent and not shown with anything yet
  used_at_ms bigint NOT NULL DEFAULT 0
);
CREATE INDEX identity_files_by_owner ON identity_files (owner_id, file_id);

CREATE TABLE identity_file_chunks (
  file_id bigint NOT NULL REFERENCES identity_files ON DELETE CASCADE,
  place int NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (file_id, place)
);
-- What is encrypted does not get smaller.
ALTER TABLE identity_file_chunks ALTER COLUMN content SET STORAGE EXTERNAL;

-- Which account a document stands for; it outlives the person's data as a hash.
CREATE TABLE identity_documents (
  document_hash bytea PRIMARY KEY,
  owner_id bigint NOT NULL,
  added_at_ms bigint NOT NULL
);

CREATE TABLE identity_decisions (
  decision_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  record_id bigint NOT NULL,
  owner_id bigint NOT NULL,
  operator_id bigint NOT NULL,
  -- passed, refused, revoked, asked, accepted
  outcome text NOT NULL,
  reason_codes text[] NOT NULL,
  items text[] NOT NULL,
  at_ms bigint NOT NULL
);
CREATE INDEX identity_decisions_by_record ON identity_decisions (record_id, decision_id);

CREATE TABLE identity_supplements (
  supplement_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  record_id bigint NOT NULL,
  owner_id bigint NOT NULL,
  items text[] NOT NULL,
  asked_at_ms bigint NOT NULL,
  due_at_ms bigint NOT NULL,
  -- the answers as JSON, closed as a form is; empty until there are any
  sealed bytea NOT NULL DEFAULT '',
  wrapped_key bytea NOT NULL DEFAULT '',
  key_version int NOT NULL DEFAULT 0,
  answered_at_ms bigint NOT NULL DEFAULT 0,
  closed_at_ms bigint NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX identity_supplements_open ON identity_supplements (record_id)
  WHERE closed_at_ms = 0;
CREATE INDEX identity_supplements_by_owner ON identity_supplements (owner_id);

CREATE TABLE identity_refused_countries (
  country text PRIMARY KEY,
  note text NOT NULL
);

-- It can be applied for from now on; amounts that no operator has changed become today's.
UPDATE identity_levels SET is_open = true WHERE identity_type IN (1, 2);
UPDATE identity_levels SET daily_withdraw_limit_usdt = 200000
  WHERE identity_type = 2 AND daily_withdraw_limit_usdt = 500000;
UPDATE identity_levels SET daily_withdraw_limit_usdt = 1000000
  WHERE identity_type = 3 AND daily_withdraw_limit_usdt = 2000000;
