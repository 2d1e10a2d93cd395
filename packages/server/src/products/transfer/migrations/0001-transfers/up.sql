CREATE TABLE account_transfers (
  transfer_id bigint PRIMARY KEY,
  owner_id bigint NOT NULL,
  asset_id integer NOT NULL,
  amount_units numeric NOT NULL,
  source_type integer NOT NULL,
  source_scope bigint NOT NULL,
  target_type integer NOT NULL,
  target_scope bigint NOT NULL,
  at_ms bigint NOT NULL
);
CREATE INDEX account_transfers_by_owner ON account_transfers (owner_id, transfer_id DESC);

CREATE TABLE transfer_rules (
  account_type integer NOT NULL,
  asset_id integer NOT NULL,
  can_come_in boolean NOT NULL,
  can_go_out boolean NOT NULL,
  -- base units a person may move out in one UTC day; null = no limit
  day_limit_units numeric,
  PRIMARY KEY (account_type, asset_id)
);

CREATE TABLE transfer_days (
  owner_id bigint NOT NULL,
  account_type integer NOT NULL,
  asset_id integer NOT NULL,
  day date NOT NULL,
  used_units numeric NOT NULL,
  PRIMARY KEY (owner_id, account_type, asset_id, day)
);
