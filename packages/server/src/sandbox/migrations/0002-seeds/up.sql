CREATE TABLE sandbox_seeds (
  listing int PRIMARY KEY,
  trader_accounts bigint[] NOT NULL,
  completed_at timestamptz NOT NULL DEFAULT now()
);
