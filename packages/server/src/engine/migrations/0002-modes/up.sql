-- What the operator last said of trading: a halt outlives the process that was told of it.

CREATE TABLE engine_modes (
  engine_id int4 PRIMARY KEY,
  mode text NOT NULL CHECK (mode IN ('normal', 'cancel-only', 'halted')),
  reason text NOT NULL,
  number int8 NOT NULL,
  set_at timestamptz NOT NULL DEFAULT now()
);
