CREATE TABLE notices (
  notice_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- 0 = everybody
  owner_id bigint NOT NULL,
  kind text NOT NULL,
  module_code integer NOT NULL,
  submodule_code integer NOT NULL,
  facts jsonb NOT NULL,
  -- what happened, named once: the same thing is never told twice
  source_key text NOT NULL UNIQUE,
  at_ms bigint NOT NULL,
  read_at_ms bigint
);
CREATE INDEX notices_by_owner ON notices (owner_id, notice_id DESC);

-- messages to everybody that one person has read by themselves
CREATE TABLE notice_reads (
  owner_id bigint NOT NULL,
  notice_id bigint NOT NULL REFERENCES notices,
  PRIMARY KEY (owner_id, notice_id)
);

-- up to where a person has read all messages to everybody
CREATE TABLE notice_cursors (
  owner_id bigint PRIMARY KEY,
  read_through_id bigint NOT NULL
);

-- submodules a person does not want to hear of
CREATE TABLE notice_mutes (
  owner_id bigint NOT NULL,
  submodule_code integer NOT NULL,
  PRIMARY KEY (owner_id, submodule_code)
);
