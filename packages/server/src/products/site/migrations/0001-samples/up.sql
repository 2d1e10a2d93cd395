CREATE TABLE status_samples (
  at timestamptz NOT NULL,
  part text NOT NULL,
  is_good boolean NOT NULL,
  PRIMARY KEY (part, at)
);
