CREATE TABLE faucet_gifts (
  owner_id bigint NOT NULL,
  number int NOT NULL,
  given_at timestamptz NOT NULL,
  PRIMARY KEY (owner_id, number)
);
