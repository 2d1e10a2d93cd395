CREATE TABLE networks (
  network_id int PRIMARY KEY CHECK (network_id BETWEEN 1 AND 65535),
  name text NOT NULL UNIQUE,
  family text NOT NULL CHECK (family IN ('evm', 'btc', 'ltc', 'btc_regtest', 'ltc_regtest')),
  -- of EVM chains, 0 of others
  chain_id bigint NOT NULL DEFAULT 0,
  genesis_hash text NOT NULL DEFAULT '',
  -- blocks until a deposit counts; 0 = once its block is final
  needed int NOT NULL CHECK (needed >= 0),
  block_seconds int NOT NULL CHECK (block_seconds > 0),
  is_memo_needed boolean NOT NULL DEFAULT false,
  -- address of a page about a transaction, with {tx} in it
  explorer text NOT NULL DEFAULT '',
  -- absent: no local chain on this machine; halted: by an alarm or by people
  state text NOT NULL DEFAULT 'starting'
    CHECK (state IN ('starting', 'absent', 'open', 'halted')),
  halt_reason text NOT NULL DEFAULT '',
  CHECK ((family = 'evm') = (chain_id > 0)),
  CHECK ((state = 'halted') = (halt_reason <> ''))
);

CREATE TABLE network_assets (
  network_id int NOT NULL REFERENCES networks,
  asset_id int NOT NULL,
  -- in small letters, '' = the network's own coin
  contract text NOT NULL DEFAULT '' CHECK (contract = lower(contract)),
  decimals int NOT NULL CHECK (decimals BETWEEN 0 AND 36),
  -- hash of the contract's code as it was listed, '' = no contract
  code_hash text NOT NULL DEFAULT '',
  deposit_raw_min numeric(78, 0) NOT NULL CHECK (deposit_raw_min >= 0),
  -- what waits for an owner beyond this needs more blocks; NULL = no such tier
  tier_raw_min numeric(78, 0) CHECK (tier_raw_min >= 0),
  tier_needed int,
  withdraw_units_min numeric(38, 0) NOT NULL CHECK (withdraw_units_min >= 0),
  withdraw_units_max numeric(38, 0) NOT NULL CHECK (withdraw_units_max >= 0),
  fee_units numeric(38, 0) NOT NULL CHECK (fee_units >= 0),
  fee_ppm int NOT NULL CHECK (fee_ppm BETWEEN 0 AND 1000000),
  is_deposit_open boolean NOT NULL DEFAULT true,
  is_withdrawal_open boolean NOT NULL DEFAULT true,
  PRIMARY KEY (network_id, asset_id),
  UNIQUE (network_id, contract),
  CHECK ((tier_raw_min IS NULL) = (tier_needed IS NULL)),
  CHECK (withdraw_units_min <= withdraw_units_max)
);

-- The pool and the addresses that were given out. What is shown is checked against the signer's key.
CREATE TABLE deposit_addresses (
  address_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  family text NOT NULL,
  index int NOT NULL CHECK (index >= 0),
  address text NOT NULL,
  statement text NOT NULL,
  -- NULL = in the pool
  owner_id bigint,
  remark text NOT NULL DEFAULT '',
  is_selected boolean NOT NULL DEFAULT false,
  given_at_ms bigint NOT NULL DEFAULT 0,
  used_at_ms bigint NOT NULL DEFAULT 0,
  UNIQUE (family, index),
  CHECK ((owner_id IS NULL) = (given_at_ms = 0)),
  CHECK (owner_id IS NOT NULL OR NOT is_selected)
);
CREATE UNIQUE INDEX deposit_addresses_by_address ON deposit_addresses (family, lower(address));
CREATE UNIQUE INDEX deposit_addresses_selected ON deposit_addresses (owner_id, family)
  WHERE is_selected;
CREATE INDEX deposit_addresses_by_owner ON deposit_addresses (owner_id, family);
CREATE INDEX deposit_addresses_free ON deposit_addresses (family, index) WHERE owner_id IS NULL;

CREATE TABLE chain_blocks (
  network_id int NOT NULL REFERENCES networks,
  height bigint NOT NULL,
  hash text NOT NULL,
  parent_hash text NOT NULL,
  time_seconds bigint NOT NULL,
  PRIMARY KEY (network_id, height),
  UNIQUE (network_id, hash)
);

CREATE TABLE chain_cursor (
  network_id int PRIMARY KEY REFERENCES networks,
  -- the last block that was read
  height bigint NOT NULL,
  hash text NOT NULL,
  head_height bigint NOT NULL,
  -- -1 = no block is final
  final_height bigint NOT NULL DEFAULT -1
);

CREATE TABLE deposits (
  deposit_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  network_id int NOT NULL REFERENCES networks,
  tx_hash text NOT NULL,
  -- log:N, call:PATH, out:N, surplus:ADDRESS:HEIGHT, inside:WITHDRAWAL
  place text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('chain', 'surplus', 'inside')),
  -- 0 = of no person: house money, or nobody's
  owner_id bigint NOT NULL,
  -- 0 = not listed
  asset_id int NOT NULL,
  contract text NOT NULL DEFAULT '',
  address text NOT NULL,
  from_address text NOT NULL DEFAULT '',
  -- NULL while no valid block has it
  block_hash text,
  height bigint,
  raw numeric(78, 0) NOT NULL CHECK (raw > 0),
  -- what was or will be credited; NULL before it counts
  units numeric(38, 0) CHECK (units >= 0),
  -- as on the wire: 1 confirming, 2 crediting, 3 credited, 4 not counted, 7 rolled back,
  -- 10 below the minimum, 11 held
  status int NOT NULL CHECK (status IN (1, 2, 3, 4, 7, 10, 11)),
  reason text NOT NULL DEFAULT '',
  needed int NOT NULL CHECK (needed >= 0),
  screening text NOT NULL DEFAULT '' CHECK (screening IN ('', 'pass', 'hold', 'refuse')),
  intent_id bigint UNIQUE,
  seen_at_ms bigint NOT NULL,
  credited_at_ms bigint NOT NULL DEFAULT 0,
  UNIQUE (network_id, tx_hash, place),
  CHECK ((block_hash IS NULL) = (height IS NULL)),
  CHECK (status NOT IN (2, 3) OR (units IS NOT NULL AND intent_id IS NOT NULL)),
  CHECK (status <> 3 OR credited_at_ms > 0),
  CHECK (status NOT IN (4, 11) OR reason <> '')
);
CREATE INDEX deposits_by_owner ON deposits (owner_id, deposit_id DESC);
CREATE INDEX deposits_open ON deposits (network_id, height) WHERE status IN (1, 2, 10, 11);

-- All that ever came of an asset to an owner on a network, and what of it was credited: the rest is
-- the residue, less than one unit.
CREATE TABLE residues (
  owner_id bigint NOT NULL,
  network_id int NOT NULL REFERENCES networks,
  asset_id int NOT NULL,
  total_raw numeric(78, 0) NOT NULL CHECK (total_raw >= 0),
  credited_units numeric(38, 0) NOT NULL CHECK (credited_units >= 0),
  PRIMARY KEY (owner_id, network_id, asset_id)
);

CREATE TABLE withdrawals (
  withdrawal_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_id bigint NOT NULL,
  client_id text NOT NULL,
  -- of the request as it was sent: the same client id with another one is refused
  body_hash bytea NOT NULL,
  asset_id int NOT NULL,
  network_id int NOT NULL REFERENCES networks,
  address text NOT NULL,
  memo text NOT NULL DEFAULT '',
  -- as it was asked for
  amount_units numeric(38, 0) NOT NULL CHECK (amount_units > 0),
  -- what left the spot account: that which is received and the fee
  taken_units numeric(38, 0) NOT NULL CHECK (taken_units >= 0),
  fee_units numeric(38, 0) NOT NULL CHECK (fee_units >= 0),
  receives_units numeric(38, 0) NOT NULL CHECK (receives_units > 0),
  receives_raw numeric(78, 0) NOT NULL CHECK (receives_raw > 0),
  -- in units of USDT when it was asked for
  value_units numeric(38, 0) NOT NULL CHECK (value_units >= 0),
  state text NOT NULL CHECK (state IN ('requested', 'taken', 'screening', 'review',
    'waiting_approval', 'queued', 'signing', 'signed', 'sent', 'mined', 'complete', 'cancelled',
    'rejected', 'failed')),
  reasons text[] NOT NULL DEFAULT '{}',
  is_inside boolean NOT NULL DEFAULT false,
  -- what the signer was asked with, and the family it then stays in
  request_id text NOT NULL DEFAULT '',
  family text NOT NULL DEFAULT '',
  tx_hash text NOT NULL DEFAULT '',
  take_intent_id bigint NOT NULL UNIQUE,
  -- the group that pays, or the one that gives back
  end_intent_id bigint UNIQUE,
  asked_at_ms bigint NOT NULL,
  changed_at_ms bigint NOT NULL,
  UNIQUE (owner_id, client_id),
  CHECK (taken_units = receives_units + fee_units),
  CHECK (state NOT IN ('signed', 'sent', 'mined') OR family <> ''),
  CHECK (state <> 'complete' OR end_intent_id IS NOT NULL)
);
CREATE INDEX withdrawals_by_owner ON withdrawals (owner_id, withdrawal_id DESC);
CREATE INDEX withdrawals_open ON withdrawals (network_id, state, withdrawal_id)
  WHERE state NOT IN ('complete', 'cancelled', 'rejected', 'failed');

CREATE TABLE withdrawal_steps (
  withdrawal_id bigint NOT NULL REFERENCES withdrawals,
  word text NOT NULL,
  at_ms bigint NOT NULL,
  PRIMARY KEY (withdrawal_id, word, at_ms)
);

-- The next number of each sender: never asked of a node.
CREATE TABLE chain_nonces (
  network_id int NOT NULL REFERENCES networks,
  address text NOT NULL,
  next_nonce bigint NOT NULL CHECK (next_nonce >= 0),
  PRIMARY KEY (network_id, address)
);

-- Transactions of ours: the body is here before the signer is asked, the bytes before they are sent.
CREATE TABLE chain_sends (
  send_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  network_id int NOT NULL REFERENCES networks,
  kind text NOT NULL CHECK (kind IN ('withdraw', 'sweep', 'gas', 'bump', 'cancel')),
  request_id text NOT NULL UNIQUE,
  -- '' before the signer has named it
  family text NOT NULL DEFAULT '',
  -- 0 is the first, each bump one more
  member int NOT NULL DEFAULT 0 CHECK (member >= 0),
  body jsonb NOT NULL,
  from_address text NOT NULL,
  -- of EVM chains
  nonce bigint,
  raw text NOT NULL DEFAULT '',
  txid text NOT NULL DEFAULT '',
  fee_raw numeric(78, 0) NOT NULL CHECK (fee_raw >= 0),
  state text NOT NULL CHECK (state IN ('planned', 'refused', 'signed', 'sent', 'mined', 'final',
    'failed', 'replaced')),
  block_hash text,
  height bigint,
  made_at_ms bigint NOT NULL,
  CHECK ((block_hash IS NULL) = (height IS NULL)),
  CHECK (state IN ('planned', 'refused') OR (family <> '' AND raw <> '' AND txid <> ''))
);
CREATE UNIQUE INDEX chain_sends_by_nonce ON chain_sends (network_id, from_address, nonce, member)
  WHERE nonce IS NOT NULL AND state <> 'refused';
CREATE UNIQUE INDEX chain_sends_by_family ON chain_sends (network_id, family, member)
  WHERE family <> '';
CREATE UNIQUE INDEX chain_sends_by_txid ON chain_sends (network_id, txid) WHERE txid <> '';
CREATE INDEX chain_sends_open ON chain_sends (network_id, send_id)
  WHERE state IN ('planned', 'signed', 'sent', 'mined');

CREATE TABLE chain_send_payments (
  send_id bigint NOT NULL REFERENCES chain_sends,
  withdrawal_id bigint NOT NULL REFERENCES withdrawals,
  PRIMARY KEY (send_id, withdrawal_id)
);

-- Outputs of ours on chains that have them; each is reserved for one transaction before it is signed.
CREATE TABLE chain_outputs (
  network_id int NOT NULL REFERENCES networks,
  txid text NOT NULL,
  output int NOT NULL CHECK (output >= 0),
  raw numeric(78, 0) NOT NULL CHECK (raw > 0),
  -- where its key stands
  account int NOT NULL CHECK (account BETWEEN 0 AND 2),
  change int NOT NULL CHECK (change IN (0, 1)),
  index int NOT NULL CHECK (index >= 0),
  block_hash text,
  height bigint,
  -- only what was credited may be spent
  is_counted boolean NOT NULL DEFAULT false,
  send_id bigint REFERENCES chain_sends,
  PRIMARY KEY (network_id, txid, output),
  CHECK ((block_hash IS NULL) = (height IS NULL)),
  CHECK (send_id IS NULL OR is_counted)
);
CREATE INDEX chain_outputs_free ON chain_outputs (network_id, height) WHERE send_id IS NULL;

-- The one custody that may write; whoever has a lower epoch is told so by its next statement.
CREATE TABLE custody_epochs (
  only_row int PRIMARY KEY DEFAULT 1 CHECK (only_row = 1),
  epoch bigint NOT NULL CHECK (epoch > 0),
  writer text NOT NULL,
  at_ms bigint NOT NULL
);

-- How much of its log the signer has told of: a shorter one is a backup that was put back.
CREATE TABLE signer_log_head (
  only_row int PRIMARY KEY DEFAULT 1 CHECK (only_row = 1),
  length bigint NOT NULL CHECK (length > 0),
  hash text NOT NULL
);

-- Value that may not be withdrawn until a time, whatever it has been changed into meanwhile.
CREATE TABLE withdrawal_locks (
  lock_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_id bigint NOT NULL,
  source text NOT NULL,
  reference bigint NOT NULL,
  -- in units of USDT
  value_units numeric(38, 0) NOT NULL CHECK (value_units >= 0),
  until_ms bigint NOT NULL,
  UNIQUE (source, reference)
);
CREATE INDEX withdrawal_locks_by_owner ON withdrawal_locks (owner_id, until_ms);
