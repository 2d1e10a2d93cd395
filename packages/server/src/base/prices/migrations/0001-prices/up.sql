CREATE TABLE index_names (
  index_id int PRIMARY KEY,
  -- the coin it prices and the coin it is priced in, such as BTC and USDT
  base text NOT NULL,
  quote text NOT NULL,
  UNIQUE (base, quote)
);
CREATE TABLE contract_names (
  instrument_id int PRIMARY KEY,
  -- the specification's contractCode, such as btc or btc_270326_d
  contract_code text NOT NULL UNIQUE,
  base text NOT NULL,
  quote text NOT NULL
);
-- Where the prices of an index come from: a venue by its name and how much it weighs.
CREATE TABLE index_sources (
  index_id int NOT NULL REFERENCES index_names,
  source text NOT NULL,
  weight int NOT NULL CHECK (weight > 0),
  PRIMARY KEY (index_id, source)
);
-- One row a component of one price of one index. The number of a snapshot is when it was observed,
-- in UTC milliseconds; the terms are those it was calculated with.
CREATE TABLE index_snapshots (
  snapshot_id bigint NOT NULL,
  index_id int NOT NULL,
  components_min int NOT NULL,
  outlier_ppm int NOT NULL,
  weight int NOT NULL,
  -- in subticks; 0 before the source has told anything
  price_sub bigint NOT NULL,
  told_at_ms bigint NOT NULL,
  source text NOT NULL,
  PRIMARY KEY (snapshot_id, index_id, source)
);
