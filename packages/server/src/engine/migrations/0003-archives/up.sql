-- What became of dropped parts of journal and event log: a row each, in order, with its proof.

CREATE TABLE journal_archives (
  engine_id int4 NOT NULL,
  number int4 NOT NULL CHECK (number >= 0),
  -- Snapshot right behind the part, which is kept for good; 0 = the part ends under older rules.
  snapshot_sequence int8 NOT NULL,
  manifest text NOT NULL,
  seal bytea NOT NULL,
  dropped_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (engine_id, number)
);
COMMENT ON COLUMN journal_archives.seal IS 'keyed with journal-key: this part was dropped';

SELECT make_append_only('journal_archives');

DO $$
DECLARE app text := current_setting('isobath.app_role');
BEGIN
  -- Only the operator's tool, as owner, drops parts.
  EXECUTE format('REVOKE INSERT ON journal_archives FROM %I', app);
END $$;
