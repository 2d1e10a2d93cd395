-- what a newcomer has done, once seen; what is open has no row
CREATE TABLE newbie_tasks (
  owner_id bigint NOT NULL,
  code text NOT NULL,
  done_at_ms bigint NOT NULL,
  -- 0 = unclaimed
  received_at_ms bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (owner_id, code)
);
