-- the pair of an isolated account; 0 = every pair, and accounts that have none
ALTER TABLE transfer_rules ADD COLUMN scope bigint NOT NULL DEFAULT 0;
ALTER TABLE transfer_rules DROP CONSTRAINT transfer_rules_pkey;
ALTER TABLE transfer_rules ADD PRIMARY KEY (account_type, asset_id, scope);
