ALTER TABLE withdrawals
  -- accounts that the money goes between; custody knows no directory
  ADD COLUMN spot_account_id bigint NOT NULL DEFAULT 0,
  ADD COLUMN outgoing_account_id bigint NOT NULL DEFAULT 0,
  -- of a payment to another customer: whose deposit address it is
  ADD COLUMN payee_owner_id bigint NOT NULL DEFAULT 0,
  ADD COLUMN payee_account_id bigint NOT NULL DEFAULT 0,
  -- who let it pass review; somebody else approves it
  ADD COLUMN released_by bigint NOT NULL DEFAULT 0,
  -- the signer is not asked again before
  ADD COLUMN not_before_ms bigint NOT NULL DEFAULT 0,
  -- the signer refused a batch that it was in
  ADD COLUMN is_alone boolean NOT NULL DEFAULT false;
CREATE INDEX withdrawals_new ON withdrawals (withdrawal_id)
  WHERE state IN ('requested', 'taken', 'screening', 'review', 'waiting_approval');

ALTER TABLE chain_sends
  -- when a node was told first, and where its chain ended then
  ADD COLUMN sent_at_ms bigint NOT NULL DEFAULT 0,
  ADD COLUMN sent_height bigint NOT NULL DEFAULT 0,
  -- end of the chain at the last broadcast: once for each block
  ADD COLUMN broadcast_hash text NOT NULL DEFAULT '',
  -- of what a block has: what it cost, and whether it moved anything
  ADD COLUMN paid_fee_raw numeric(78, 0),
  ADD COLUMN is_done boolean NOT NULL DEFAULT false;
CREATE INDEX chain_sends_final ON chain_sends (network_id, height) WHERE state = 'final';

-- All that transactions of ours ever cost on a network, and what of it was booked.
CREATE TABLE gas_books (
  network_id int PRIMARY KEY REFERENCES networks,
  total_raw numeric(78, 0) NOT NULL CHECK (total_raw >= 0),
  booked_units numeric(38, 0) NOT NULL CHECK (booked_units >= 0),
  -- what of it stands in the ledger by now
  done_units numeric(38, 0) NOT NULL DEFAULT 0 CHECK (done_units <= booked_units),
  -- the ledger had too little for it: nothing new is signed until it has; 0 = it had enough
  refused_at_ms bigint NOT NULL DEFAULT 0,
  -- when the treasury was last asked to pay into it
  refilled_at_ms bigint NOT NULL DEFAULT 0
);
