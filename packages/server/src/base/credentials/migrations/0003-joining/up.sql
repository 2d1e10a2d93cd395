ALTER TABLE users
  -- whose invitation was used, set once when the account is made; null = nobody's
  ADD COLUMN invited_by bigint REFERENCES users ON DELETE SET NULL,
  -- null = made by the operator, or before this was asked
  ADD COLUMN terms_agreed_at timestamptz;
CREATE INDEX users_by_inviter ON users (invited_by) WHERE invited_by IS NOT NULL;
