CREATE TABLE candles (
  instrument_id int NOT NULL,
  -- seconds: 1, 60 or 3600
  span_s int NOT NULL,
  open_ms bigint NOT NULL,
  open_ticks bigint NOT NULL,
  high_ticks bigint NOT NULL,
  low_ticks bigint NOT NULL,
  close_ticks bigint NOT NULL,
  base_lots numeric NOT NULL,
  quote_units numeric NOT NULL,
  trades_count bigint NOT NULL,
  PRIMARY KEY (instrument_id, span_s, open_ms)
);
CREATE TABLE public_trades (
  instrument_id int NOT NULL,
  trade_id bigint NOT NULL,
  at_ms bigint NOT NULL,
  price_ticks bigint NOT NULL,
  size_lots bigint NOT NULL,
  taker_side smallint NOT NULL,
  PRIMARY KEY (instrument_id, trade_id)
);
CREATE TABLE stored_books (
  instrument_id int PRIMARY KEY,
  last_update_id bigint NOT NULL,
  bids jsonb NOT NULL,
  asks jsonb NOT NULL
);
