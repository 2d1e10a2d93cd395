-- A gift is given whole by the intent that was written with it. What was begun before is given up: a
-- part of it may be with its owner.

UPDATE faucet_gifts SET is_done = true;
ALTER TABLE faucet_gifts
  ALTER COLUMN is_done SET DEFAULT false,
  -- null = from before gifts had one
  ADD COLUMN intent_id int8 REFERENCES intents;
