ALTER TABLE deposits
  -- what its log says; raw is what came
  ADD COLUMN said_raw numeric(78, 0) CHECK (said_raw > 0),
  -- less came than its log says, or the node could not say how much; '' = all of it
  ADD COLUMN gain text NOT NULL DEFAULT '' CHECK (gain IN ('', 'less', 'unknown')),
  DROP CONSTRAINT deposits_raw_check,
  ADD CONSTRAINT deposits_raw_check CHECK (raw > 0 OR (raw = 0 AND gain = 'less')),
  ADD CHECK ((gain = 'less') = (raw < said_raw) OR said_raw IS NULL);
