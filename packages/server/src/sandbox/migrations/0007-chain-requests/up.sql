-- What is asked of local chains, each in turn.
CREATE TABLE sandbox_chain_requests (
  request_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  network_id int NOT NULL REFERENCES networks,
  kind text NOT NULL CHECK (kind IN ('send', 'mine', 'reorganise')),
  -- of a payment, 0 of blocks
  asset_id int NOT NULL DEFAULT 0,
  address text NOT NULL DEFAULT '',
  raw numeric(78, 0) NOT NULL DEFAULT 0 CHECK (raw >= 0),
  -- blocks, 0 of a payment
  count int NOT NULL DEFAULT 0 CHECK (count >= 0),
  is_last_left_out boolean NOT NULL DEFAULT false,
  tx_hash text NOT NULL DEFAULT '',
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'taken', 'done', 'failed')),
  reason text NOT NULL DEFAULT '' CHECK (reason IN ('', 'address', 'balance', 'other')),
  asked_at_ms bigint NOT NULL,
  CHECK ((kind = 'send') = (raw > 0)),
  CHECK ((kind = 'send') = (count = 0)),
  CHECK ((state = 'failed') = (reason <> ''))
);
CREATE INDEX sandbox_chain_requests_open ON sandbox_chain_requests (request_id)
  WHERE state IN ('waiting', 'taken');

-- Local chains as their process saw them last.
CREATE TABLE sandbox_chains (
  network_id int PRIMARY KEY REFERENCES networks,
  height bigint NOT NULL,
  outside_address text NOT NULL,
  -- raw units by number of the coin, as text
  holdings jsonb NOT NULL,
  seen_at_ms bigint NOT NULL
);
