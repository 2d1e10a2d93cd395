ALTER TABLE users
  -- 1 = usual, 2 = special
  ADD COLUMN vip_type int NOT NULL DEFAULT 1,
  -- "" = the picture drawn from the number
  ADD COLUMN photo_name text NOT NULL DEFAULT '',
  -- null = never
  ADD COLUMN nickname_changed_at timestamptz;
