CREATE TABLE switches (
  name text PRIMARY KEY,
  is_on boolean NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now()
);
