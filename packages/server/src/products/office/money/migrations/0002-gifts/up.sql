-- A gift is written with its intent. The approval's number is its key: carried out again after a
-- fall, it is the same gift.

CREATE TABLE operator_gifts (
  gift_id int8 PRIMARY KEY,
  intent_id int8 NOT NULL UNIQUE REFERENCES intents,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'done', 'refused'))
);
