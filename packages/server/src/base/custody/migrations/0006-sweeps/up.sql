-- What deposit addresses held at the last comparison; nothing of one that holds nothing.
CREATE TABLE chain_holdings (
  network_id int NOT NULL REFERENCES networks,
  -- in small letters
  address text NOT NULL CHECK (address = lower(address)),
  asset_id int NOT NULL,
  raw numeric(78, 0) NOT NULL CHECK (raw > 0),
  PRIMARY KEY (network_id, address, asset_id)
);

-- Of a sweep and of the gas that it needs: the deposit address, in small letters.
ALTER TABLE chain_sends ADD COLUMN for_address text NOT NULL DEFAULT '';
CREATE INDEX chain_sends_for ON chain_sends (network_id, for_address) WHERE for_address <> '';

ALTER TABLE gas_books
  -- since when the gas account does not cover the worst case of what would be signed; 0 = it does
  ADD COLUMN short_since_ms bigint NOT NULL DEFAULT 0,
  -- the transfer of the treasury that is under way
  ADD COLUMN refill_intent_id bigint UNIQUE,
  -- since when the gas tank has too little on the chain; 0 = it has enough
  ADD COLUMN tank_short_since_ms bigint NOT NULL DEFAULT 0;

-- What the exchange owes its people of a coin: what came from outside less what the house has.
CREATE TABLE asset_owed (
  asset_id int PRIMARY KEY,
  units numeric(38, 0) NOT NULL,
  at_ms bigint NOT NULL
);

-- Where more than the hot wallet needs goes; the signer's policy lists it too. None: it stays.
CREATE TABLE cold_addresses (
  network_id int PRIMARY KEY REFERENCES networks,
  address text NOT NULL
);

-- Moves to a cold address: a withdrawal of the treasury, booked once the chain has it for good.
CREATE TABLE cold_moves (
  -- the first member of its family
  send_id bigint PRIMARY KEY REFERENCES chain_sends,
  network_id int NOT NULL REFERENCES networks,
  asset_id int NOT NULL,
  raw numeric(78, 0) NOT NULL CHECK (raw > 0),
  units numeric(38, 0) NOT NULL CHECK (units > 0),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'booked', 'dropped')),
  -- the transfer under way
  intent_id bigint UNIQUE,
  -- when the ledger last refused it, 0 = it did not
  refused_at_ms bigint NOT NULL DEFAULT 0,
  made_at_ms bigint NOT NULL
);
CREATE INDEX cold_moves_of_coin ON cold_moves (network_id, asset_id, state);

-- What the cold desk is asked for; one at a time of each coin of a network.
CREATE TABLE cold_refills (
  refill_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  network_id int NOT NULL REFERENCES networks,
  asset_id int NOT NULL,
  units numeric(38, 0) NOT NULL CHECK (units > 0),
  asked_at_ms bigint NOT NULL,
  -- when the hot wallet had enough again, 0 = it has not
  over_at_ms bigint NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX cold_refills_open ON cold_refills (network_id, asset_id)
  WHERE over_at_ms = 0;

ALTER TABLE network_assets
  -- so much leaves in an hour and in a day whatever part of what is owed it is
  ADD COLUMN breaker_hour_units numeric(38, 0) NOT NULL DEFAULT 0 CHECK (breaker_hour_units >= 0),
  ADD COLUMN breaker_day_units numeric(38, 0) NOT NULL DEFAULT 0 CHECK (breaker_day_units >= 0),
  -- when it was last tripped, and by which withdrawal: once people end the stop that one may leave,
  -- and counting begins anew
  ADD COLUMN breaker_at_ms bigint NOT NULL DEFAULT 0,
  ADD COLUMN breaker_withdrawal_id bigint NOT NULL DEFAULT 0;
CREATE INDEX withdrawal_steps_signing ON withdrawal_steps (at_ms) WHERE word = 'signing';

-- Whether the ledger's own account of a network says what the moves that have ended add up to.
CREATE TABLE chain_totals (
  network_id int NOT NULL REFERENCES networks,
  asset_id int NOT NULL,
  -- the ledger's less that of the moves, in units
  difference numeric(38, 0) NOT NULL,
  -- how often in a row it was not 0
  wrong_count int NOT NULL CHECK (wrong_count >= 0),
  at_ms bigint NOT NULL,
  PRIMARY KEY (network_id, asset_id)
);
