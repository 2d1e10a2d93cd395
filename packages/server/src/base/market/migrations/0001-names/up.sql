-- Words for the engine's numbers: what coins and markets are called.
CREATE TABLE coins (
  coin_id int PRIMARY KEY,
  short_name text NOT NULL UNIQUE,
  name text NOT NULL,
  description text NOT NULL DEFAULT ''
);
CREATE TABLE markets (
  instrument_id int PRIMARY KEY,
  symbol text NOT NULL UNIQUE,
  listed_at timestamptz NOT NULL DEFAULT now()
);
