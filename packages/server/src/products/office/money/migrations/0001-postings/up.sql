CREATE TABLE money_postings (
  approval_id bigint PRIMARY KEY,
  direction text NOT NULL CHECK (direction IN ('credit', 'debit')),
  ground text NOT NULL CHECK (ground IN ('bank', 'opening', 'correction')),
  -- of direction, ground, lines and document: what two agreed to
  content_hash bytea NOT NULL,
  totals text NOT NULL,
  document_name text NOT NULL,
  document_type text NOT NULL,
  sealed_document bytea NOT NULL,
  -- the check of all lines was passed and the first command may have been sent
  is_begun boolean NOT NULL DEFAULT false
);
CREATE INDEX money_postings_by_content ON money_postings (content_hash);
CREATE TABLE money_lines (
  approval_id bigint NOT NULL REFERENCES money_postings,
  line int NOT NULL,
  owner_id bigint NOT NULL,
  asset_id int NOT NULL,
  units numeric NOT NULL CHECK (units > 0),
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'refused')),
  sequence bigint NOT NULL DEFAULT 0,
  refusal text NOT NULL DEFAULT '',
  PRIMARY KEY (approval_id, line)
);
CREATE INDEX money_lines_by_owner ON money_lines (owner_id, approval_id);
