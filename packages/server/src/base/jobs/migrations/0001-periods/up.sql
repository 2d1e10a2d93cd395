-- A period of a job is opened once everything that happened in it stands in the tables, and is done
-- when the job's run of it ended well. Missed ones are run one after the other, the oldest first.

CREATE TABLE job_periods (
  job text NOT NULL,
  ends_at timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'done')),
  -- How far its run is, as the job writes it; "" at its begin
  cursor text NOT NULL DEFAULT '',
  opened_at timestamptz NOT NULL,
  done_at timestamptz,
  PRIMARY KEY (job, ends_at),
  CHECK ((state = 'done') = (done_at IS NOT NULL))
);
