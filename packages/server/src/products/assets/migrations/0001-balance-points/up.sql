CREATE TABLE balance_point_heads (
  owner_id bigint PRIMARY KEY,
  -- every movement up to this one is in the points
  through_move_id bigint NOT NULL
);
CREATE TABLE balance_points (
  owner_id bigint NOT NULL,
  account_id bigint NOT NULL,
  asset_id int NOT NULL,
  units numeric NOT NULL,
  PRIMARY KEY (owner_id, account_id, asset_id)
);
