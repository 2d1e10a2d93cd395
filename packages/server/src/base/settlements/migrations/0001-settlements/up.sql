-- One line moves one amount. All lines of a subject in a period move together or not at all. A line
-- is written once and never again: the unique key is what makes a settlement exactly once.

CREATE TABLE settlements (
  settlement_id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The product's kind of settlement
  product text NOT NULL,
  -- The product's own row
  subject_id int8 NOT NULL,
  -- End of the period that it is for
  period timestamptz NOT NULL,
  leg int4 NOT NULL CHECK (leg BETWEEN 0 AND 63),
  from_account_id int8 NOT NULL,
  to_account_id int8 NOT NULL,
  asset_id int4 NOT NULL,
  units numeric NOT NULL CHECK (units > 0),
  -- What the amount is made of, as the product shows it
  parts jsonb NOT NULL DEFAULT '{}',
  state text NOT NULL DEFAULT 'planned'
    CHECK (state IN ('planned', 'sent', 'done', 'short', 'refused')),
  -- Its group was refused, perhaps for another one's sake: it is sent by itself
  is_alone boolean NOT NULL DEFAULT false,
  -- The newest one
  intent_id int8 REFERENCES intents,
  -- The core's reject number of the newest refusal
  code int4 NOT NULL DEFAULT 0,
  -- When it was refused last; a short one is sent again a minute later
  refused_at timestamptz,
  UNIQUE (product, subject_id, period, leg),
  CHECK (state = 'planned' OR intent_id IS NOT NULL)
);
CREATE INDEX settlements_open ON settlements (product, period, subject_id, leg)
  WHERE state IN ('planned', 'sent', 'short');
CREATE INDEX settlements_intents ON settlements (intent_id);
CREATE INDEX settlements_failed ON settlements (state) WHERE state IN ('short', 'refused');
