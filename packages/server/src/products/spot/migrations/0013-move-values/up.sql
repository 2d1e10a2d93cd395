-- units of USDT that the change was worth when it happened; null = no market has priced it yet
ALTER TABLE balance_moves ADD COLUMN value_units numeric;
UPDATE balance_moves SET value_units = change_units WHERE asset_id = 52;

CREATE TABLE spot_last_prices (
  instrument_id int PRIMARY KEY,
  price_ticks bigint NOT NULL
);
INSERT INTO spot_last_prices
  SELECT DISTINCT ON (instrument_id) instrument_id, close_ticks FROM candles
  WHERE span_s = 3600 ORDER BY instrument_id, open_ms DESC;

-- movements that wait for the first price of their coin
CREATE INDEX balance_moves_unpriced ON balance_moves (asset_id, owner_id)
  WHERE value_units IS NULL;
