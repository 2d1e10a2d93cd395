ALTER TABLE coins ADD COLUMN links jsonb NOT NULL DEFAULT '{}', ADD COLUMN texts jsonb NOT NULL DEFAULT '{}';
ALTER TABLE markets ADD COLUMN delisted_at timestamptz;
