-- Proofs of reserves: each taken at one step of the engine, with one look at the chains' books.
CREATE TABLE reserve_proofs (
  proof_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- day:END or asked:TIME, UTC milliseconds: each is made once
  cause text NOT NULL UNIQUE,
  at_ms bigint NOT NULL,
  sequence bigint NOT NULL,
  mode text NOT NULL CHECK (mode IN ('sandbox', 'production')),
  -- as it is published, and its SHA-256
  bundle text NOT NULL,
  bundle_hash bytea NOT NULL,
  -- whether its trees are still kept
  has_paths boolean NOT NULL
);

-- Sums in units.
CREATE TABLE reserve_proof_coins (
  proof_id bigint NOT NULL REFERENCES reserve_proofs,
  asset_id int NOT NULL,
  asset text NOT NULL,
  scale int NOT NULL CHECK (scale BETWEEN 0 AND 18),
  liabilities_units numeric(39, 0) NOT NULL CHECK (liabilities_units >= 0),
  debts_units numeric(39, 0) NOT NULL CHECK (debts_units >= 0),
  holdings_units numeric(78, 0) NOT NULL CHECK (holdings_units >= 0),
  -- floors above the leaves
  depth int NOT NULL CHECK (depth >= 0),
  root bytea NOT NULL,
  PRIMARY KEY (proof_id, asset_id)
);

-- Where a person stands in a tree; the salt is theirs alone. Without this row nobody can tell which
-- leaf was whose.
CREATE TABLE liability_leaves (
  proof_id bigint NOT NULL,
  asset_id int NOT NULL,
  owner_id bigint NOT NULL,
  place int NOT NULL CHECK (place >= 0),
  salt bytea NOT NULL CHECK (length(salt) = 32),
  PRIMARY KEY (proof_id, asset_id, owner_id)
);
CREATE INDEX liability_leaves_by_owner ON liability_leaves (owner_id, proof_id);

-- Nodes of the trees, leaves on floor 0: 48 bytes each (hash, sum), 1,024 a row.
CREATE TABLE liability_nodes (
  proof_id bigint NOT NULL REFERENCES reserve_proofs,
  asset_id int NOT NULL,
  floor int NOT NULL CHECK (floor >= 0),
  chunk int NOT NULL CHECK (chunk >= 0),
  nodes bytea NOT NULL,
  PRIMARY KEY (proof_id, asset_id, floor, chunk)
);
-- Hashes do not get smaller, and a part of a row is read.
ALTER TABLE liability_nodes ALTER COLUMN nodes SET STORAGE EXTERNAL;
