-- The last event that says what a thing is: coins, markets, fees, states, accounts, levels.
CREATE TABLE definitions (
  kind smallint NOT NULL,
  key bigint NOT NULL,
  sequence bigint NOT NULL,
  event jsonb NOT NULL,
  PRIMARY KEY (kind, key)
);
