CREATE TABLE contracts (
  instrument_id bigint PRIMARY KEY,
  index_id bigint NOT NULL,
  instrument_kind smallint NOT NULL,
  settle_asset_id bigint NOT NULL,
  price_decimals smallint NOT NULL,
  lot_decimals smallint NOT NULL,
  expiry_at_ms bigint NOT NULL,
  mark_clamp_ppm bigint NOT NULL,
  funding_hours smallint NOT NULL,
  funding_cap_e8 bigint NOT NULL,
  impact_notional_units numeric NOT NULL,
  state smallint NOT NULL,
  defined_at_ms bigint NOT NULL
);
-- The newest prices of each contract, in subticks; rates in 10^-8.
CREATE TABLE contract_marks (
  instrument_id bigint PRIMARY KEY,
  at_ms bigint NOT NULL,
  index_sub bigint NOT NULL,
  snapshot_id bigint NOT NULL,
  p1_sub bigint NOT NULL,
  p2_sub bigint NOT NULL,
  raw_sub bigint NOT NULL,
  mark_sub bigint NOT NULL,
  premium_e8 bigint NOT NULL,
  predicted_rate_e8 bigint NOT NULL,
  flags bigint NOT NULL
);
-- Candles of prices that nobody traded: kind 1 of an index by its number, 2 of marks and 3 of
-- premiums by the contract's. A span without a change has none: the price stood still.
CREATE TABLE price_candles (
  kind smallint NOT NULL,
  key bigint NOT NULL,
  span_s int NOT NULL,
  open_ms bigint NOT NULL,
  open bigint NOT NULL,
  high bigint NOT NULL,
  low bigint NOT NULL,
  close bigint NOT NULL,
  changes_count int NOT NULL,
  PRIMARY KEY (kind, key, span_s, open_ms)
);
CREATE TABLE funding_rates (
  instrument_id bigint NOT NULL,
  funding_at_ms bigint NOT NULL,
  rate_e8 bigint NOT NULL,
  mark_sub bigint NOT NULL,
  samples_count bigint NOT NULL,
  next_funding_at_ms bigint NOT NULL,
  PRIMARY KEY (instrument_id, funding_at_ms)
);
INSERT INTO projections (name, sequence)
SELECT 'contracts', sequence FROM projections WHERE name = 'orders';
