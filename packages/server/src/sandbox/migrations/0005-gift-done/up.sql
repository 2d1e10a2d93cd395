-- A gift that a halt interrupted is finished by the next wish, under its number.

ALTER TABLE faucet_gifts ADD COLUMN is_done boolean NOT NULL DEFAULT true;
