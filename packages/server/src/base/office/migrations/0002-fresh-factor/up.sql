-- When the second factor was last given in a session: some acts want a fresh one.
ALTER TABLE operator_sessions ADD COLUMN factor_at timestamptz;
UPDATE operator_sessions SET factor_at = created_at;
ALTER TABLE operator_sessions ALTER COLUMN factor_at SET NOT NULL;
