-- Second factors over the exact text of one request; each is used once.
CREATE TABLE bound_proofs (
  proof_id text PRIMARY KEY,
  owner_id bigint NOT NULL,
  session_id bigint NOT NULL,
  action text NOT NULL,
  -- SHA-256 of the text that will be sent
  text_hash bytea NOT NULL CHECK (length(text_hash) = 32),
  -- NULL = no code of a mail is needed
  mail_code_hash bytea,
  -- SHA-256 of the proof, NULL before a factor was given
  proof_hash bytea UNIQUE,
  factor text NOT NULL DEFAULT '' CHECK (factor IN ('', 'totp', 'passkey')),
  wrong_count int NOT NULL DEFAULT 0 CHECK (wrong_count >= 0),
  begun_at_ms bigint NOT NULL,
  expires_at_ms bigint NOT NULL,
  used_at_ms bigint NOT NULL DEFAULT 0,
  CHECK ((proof_hash IS NULL) = (factor = '')),
  CHECK (used_at_ms = 0 OR proof_hash IS NOT NULL)
);
CREATE INDEX bound_proofs_by_owner ON bound_proofs (owner_id, begun_at_ms);
CREATE INDEX bound_proofs_by_age ON bound_proofs (expires_at_ms);

-- Links of mails with which a person freezes their own account.
CREATE TABLE freeze_links (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  owner_id bigint NOT NULL,
  made_at_ms bigint NOT NULL,
  expires_at_ms bigint NOT NULL
);
CREATE INDEX freeze_links_by_owner ON freeze_links (owner_id);
CREATE INDEX freeze_links_by_age ON freeze_links (expires_at_ms);
