ALTER TABLE candles
  ADD COLUMN taker_buy_lots numeric NOT NULL DEFAULT 0,
  ADD COLUMN taker_buy_quote_units numeric NOT NULL DEFAULT 0;
