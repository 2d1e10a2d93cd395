-- An intent is written with the product's row in one transaction. The writer takes it from the outbox,
-- the event log ends it there, and the product is told of the end once, in the transaction that
-- marks it here.

CREATE TABLE intents (
  intent_id int8 PRIMARY KEY REFERENCES command_outbox,
  -- Who is told
  consumer text NOT NULL,
  -- The product's own row, as the consumer knows it
  subject text NOT NULL,
  is_finished boolean NOT NULL DEFAULT false
);
CREATE INDEX intents_unfinished ON intents (intent_id) WHERE NOT is_finished;
