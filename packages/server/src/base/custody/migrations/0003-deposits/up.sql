-- The first block that is read; those before it moved nothing of ours.
ALTER TABLE networks ADD COLUMN first_height bigint NOT NULL DEFAULT 0 CHECK (first_height >= 0);

ALTER TABLE network_assets
  -- why nothing of it is sent, '' = it is
  ADD COLUMN sending_stop text NOT NULL DEFAULT '',
  -- of the hot wallet, in units; NULL = a part of what the exchange owes
  ADD COLUMN hot_low_units numeric(38, 0),
  ADD COLUMN hot_target_units numeric(38, 0),
  ADD COLUMN hot_high_units numeric(38, 0),
  ADD CHECK (hot_low_units <= hot_target_units AND hot_target_units <= hot_high_units);

ALTER TABLE deposits
  -- where its money is in the ledger, '' = it is not there yet
  ADD COLUMN held_in text NOT NULL DEFAULT ''
    CHECK (held_in IN ('', 'suspense', 'owner', 'outgoing')),
  -- where the intent under way brings it, '' = there is none
  ADD COLUMN moving_to text NOT NULL DEFAULT ''
    CHECK (moving_to IN ('', 'suspense', 'owner', 'outgoing')),
  -- when the engine last refused a move, 0 = never since it took one
  ADD COLUMN refused_at_ms bigint NOT NULL DEFAULT 0,
  -- of a person or a house wallet: spot, treasury or gas
  ADD COLUMN account_type int NOT NULL DEFAULT 2,
  -- blocks beyond the network's own number: new coins of who made the block
  ADD COLUMN is_new_coin boolean NOT NULL DEFAULT false,
  ADD COLUMN screened_at_ms bigint NOT NULL DEFAULT 0,
  -- when its block was lost after it counted, 0 = it stands
  ADD COLUMN vanished_at_ms bigint NOT NULL DEFAULT 0,
  -- what of it was taken back meanwhile
  ADD COLUMN taken_units numeric(38, 0) NOT NULL DEFAULT 0 CHECK (taken_units >= 0),
  DROP CONSTRAINT deposits_check1,
  ADD CHECK (status NOT IN (2, 3) OR (units IS NOT NULL AND (units = 0 OR intent_id IS NOT NULL))),
  ADD CHECK (taken_units <= coalesce(units, 0));
CREATE INDEX deposits_moves ON deposits (network_id, deposit_id)
  WHERE status <> 1 AND (held_in = '' OR status = 2 OR vanished_at_ms > 0);
CREATE INDEX deposits_lost ON deposits (network_id) WHERE block_hash IS NULL;

-- What the contra account of a network has by moves that have ended: what of it is in the ledger.
CREATE TABLE chain_books (
  network_id int NOT NULL REFERENCES networks,
  asset_id int NOT NULL,
  units numeric(38, 0) NOT NULL,
  PRIMARY KEY (network_id, asset_id)
);

-- The last comparison of what the chain holds with what the tables say, in raw units times
-- units_per_raw: whole numbers on both sides.
CREATE TABLE chain_recons (
  network_id int NOT NULL REFERENCES networks,
  asset_id int NOT NULL,
  height bigint NOT NULL,
  block_hash text NOT NULL,
  -- words of the terms with their numbers, as text
  terms jsonb NOT NULL,
  difference numeric NOT NULL,
  at_ms bigint NOT NULL,
  -- of the hot wallet: its raw units and where they stand among its levels
  hot_raw numeric(78, 0) NOT NULL DEFAULT 0,
  hot_level text NOT NULL DEFAULT '' CHECK (hot_level IN ('', 'low', 'good', 'high')),
  PRIMARY KEY (network_id, asset_id)
);

-- Each comparison that did not come out even.
CREATE TABLE chain_differences (
  difference_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  network_id int NOT NULL REFERENCES networks,
  asset_id int NOT NULL,
  height bigint NOT NULL,
  block_hash text NOT NULL,
  terms jsonb NOT NULL,
  difference numeric NOT NULL,
  at_ms bigint NOT NULL,
  UNIQUE (network_id, asset_id, block_hash)
);
