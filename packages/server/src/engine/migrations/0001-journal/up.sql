-- The journal of the one writer, its head, the event log bound to it, snapshots and the outbox.

CREATE TABLE journal_heads (
  engine_id int4 PRIMARY KEY,
  epoch int8 NOT NULL,
  writer text NOT NULL,
  last_sequence int8 NOT NULL,
  last_hash bytea NOT NULL,
  mac bytea NOT NULL
);

CREATE TABLE journal (
  engine_id int4 NOT NULL,
  first_sequence int8 NOT NULL,
  count int4 NOT NULL CHECK (count > 0),
  era int4 NOT NULL,
  codec_version int4 NOT NULL,
  core_time_ms int8 NOT NULL,
  commands bytea NOT NULL,
  event_hash bytea NOT NULL,
  previous_hash bytea NOT NULL,
  row_hash bytea NOT NULL,
  PRIMARY KEY (engine_id, first_sequence)
) PARTITION BY RANGE (first_sequence);
ALTER TABLE journal ALTER COLUMN commands SET STORAGE EXTERNAL;

CREATE TABLE event_log (
  engine_id int4 NOT NULL,
  first_sequence int8 NOT NULL,
  last_sequence int8 NOT NULL CHECK (last_sequence >= first_sequence),
  core_time_ms int8 NOT NULL,
  words_count int4 NOT NULL,
  events bytea NOT NULL,
  event_hash bytea NOT NULL,
  PRIMARY KEY (engine_id, first_sequence)
) PARTITION BY RANGE (first_sequence);
ALTER TABLE event_log ALTER COLUMN events SET STORAGE EXTERNAL;
COMMENT ON COLUMN event_log.event_hash IS 'SHA-256 over the event hashes of the journal rows held';

CREATE TABLE snapshots (
  engine_id int4 NOT NULL,
  sequence int8 NOT NULL,
  era int4 NOT NULL,
  opens_era boolean NOT NULL,
  core_time_ms int8 NOT NULL,
  chain_hash bytea NOT NULL,
  state_hash bytea,
  chunks_count int4 NOT NULL,
  bytes_count int8 NOT NULL,
  mac bytea NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (engine_id, sequence)
);

CREATE TABLE snapshot_chunks (
  engine_id int4 NOT NULL,
  sequence int8 NOT NULL,
  number int4 NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (engine_id, sequence, number),
  FOREIGN KEY (engine_id, sequence) REFERENCES snapshots ON DELETE CASCADE
);
ALTER TABLE snapshot_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- A product writes its own row and its intent in one transaction; the writer takes the intent.
CREATE TABLE command_outbox (
  intent_id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  engine_id int4 NOT NULL DEFAULT 1,
  command bytea NOT NULL,
  state text NOT NULL DEFAULT 'waiting'
    CHECK (state IN ('waiting', 'taken', 'done', 'rejected', 'malformed')),
  sequence int8,
  code int4,
  CHECK ((state IN ('waiting', 'malformed')) = (sequence IS NULL))
);
CREATE INDEX command_outbox_waiting ON command_outbox (engine_id, intent_id)
  WHERE state = 'waiting';
CREATE INDEX command_outbox_taken ON command_outbox (engine_id, sequence)
  WHERE state = 'taken';

SELECT make_append_only('journal');
SELECT make_append_only('event_log');

-- Make the partitions that hold sequences up to `through`; answers how many were made.
CREATE FUNCTION make_engine_partitions(through int8) RETURNS int4
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  span CONSTANT int8 := 10000000;
  parent text;
  part text;
  number int8;
  made int4 := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('make_engine_partitions'));
  FOREACH parent IN ARRAY ARRAY['journal', 'event_log'] LOOP
    FOR number IN REVERSE through / span .. 0 LOOP
      part := format('%s_%s', parent, number);
      EXIT WHEN to_regclass(part) IS NOT NULL;
      EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', part, parent);
      PERFORM make_append_only(to_regclass(part));
      -- Attaching does not wait for the writer, making a partition in place would.
      EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)',
        parent, part, number * span, (number + 1) * span);
      made := made + 1;
    END LOOP;
  END LOOP;
  RETURN made;
END $$;

DO $$
DECLARE app text := current_setting('isobath.app_role');
BEGIN
  EXECUTE format('REVOKE DELETE, TRUNCATE ON journal_heads FROM %I', app);
  EXECUTE format('REVOKE ALL ON FUNCTION make_engine_partitions(int8) FROM PUBLIC');
  EXECUTE format('GRANT EXECUTE ON FUNCTION make_engine_partitions(int8) TO %I', app);
END $$;

SELECT make_engine_partitions(1);
