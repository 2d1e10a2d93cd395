-- Who must wait: sign-ins that were guessed at, addresses that are banned. Counters stay in memory;
-- what they came to outlives a restart.

CREATE TABLE locks (
  -- which counter it belongs to
  room text NOT NULL,
  -- what is locked: an address of mail or net, a person's number
  name text NOT NULL,
  count int4 NOT NULL,
  until_at timestamptz NOT NULL,
  PRIMARY KEY (room, name)
);
