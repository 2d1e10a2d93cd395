-- A request whose outcome nobody knows is a state of its own, until an operator settles it.

ALTER TABLE approvals DROP CONSTRAINT approvals_state_check;
ALTER TABLE approvals ADD CONSTRAINT approvals_state_check CHECK (state IN ('pending', 'approved',
  'executing', 'executed', 'failed', 'unknown', 'rejected', 'withdrawn'));
