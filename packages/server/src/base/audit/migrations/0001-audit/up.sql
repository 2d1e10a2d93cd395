-- Acts of operators, chained: each row's hash is made with a key from everything in the row and from
-- the hash before it.
CREATE TABLE audit_log (
  sequence bigint PRIMARY KEY,
  at_ms bigint NOT NULL,
  -- 0 = the tool on the host
  operator_id bigint NOT NULL,
  session_id bigint NOT NULL,
  action text NOT NULL,
  target_kind text NOT NULL,
  target_id bigint NOT NULL,
  -- 0 = nothing more to say
  detail_id bigint NOT NULL,
  detail_hash bytea NOT NULL,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL
);
CREATE INDEX audit_log_by_target ON audit_log (target_kind, target_id, sequence DESC);
CREATE TABLE audit_details (
  detail_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- without it a short text could be guessed from its hash after it was erased
  salt bytea NOT NULL,
  detail text NOT NULL
);
SELECT make_append_only('audit_log');
