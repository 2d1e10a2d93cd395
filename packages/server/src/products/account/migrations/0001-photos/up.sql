CREATE TABLE photos (
  -- random, so that it can be kept for ever and names nobody
  photo_name text PRIMARY KEY,
  owner_id bigint NOT NULL UNIQUE REFERENCES users ON DELETE CASCADE,
  media_type text NOT NULL,
  content bytea NOT NULL
);
