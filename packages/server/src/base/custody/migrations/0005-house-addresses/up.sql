-- Addresses of the house, each with the signer's statement, for whoever proves what it holds.
CREATE TABLE house_addresses (
  family text NOT NULL,
  -- as the signer numbers them: 0 hot, 2 gas
  account int NOT NULL CHECK (account IN (0, 2)),
  -- 1 = what transactions of the hot wallet leave over; the signer states nothing about it
  change int NOT NULL CHECK (change IN (0, 1)),
  index int NOT NULL CHECK (index >= 0),
  address text NOT NULL,
  statement text NOT NULL,
  PRIMARY KEY (family, account, change, index),
  CHECK ((change = 1) = (statement = ''))
);
