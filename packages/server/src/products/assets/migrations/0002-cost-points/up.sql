CREATE TABLE cost_heads (
  owner_id bigint PRIMARY KEY,
  -- every movement up to this one is in the points
  through_move_id bigint NOT NULL
);
CREATE TABLE cost_points (
  owner_id bigint NOT NULL,
  asset_id int NOT NULL,
  units numeric NOT NULL,
  -- units of USDT, as the next one
  cost_units numeric NOT NULL,
  realised_units numeric NOT NULL,
  -- false while part of the coin came in when no market priced it
  is_known boolean NOT NULL,
  PRIMARY KEY (owner_id, asset_id)
);
