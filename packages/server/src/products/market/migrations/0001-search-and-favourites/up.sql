CREATE TABLE search_choices (
  trade_id int NOT NULL,
  day date NOT NULL,
  choices_count bigint NOT NULL,
  PRIMARY KEY (day, trade_id)
);
CREATE TABLE spot_favourites (
  owner_id bigint NOT NULL,
  trade_id int NOT NULL,
  added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (owner_id, trade_id)
);
CREATE TABLE contract_favourites (
  owner_id bigint NOT NULL,
  contract_code text NOT NULL,
  added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (owner_id, contract_code)
);
