CREATE TABLE coin_pictures (
  coin_id int PRIMARY KEY REFERENCES coins,
  picture_name text NOT NULL UNIQUE,
  media_type text NOT NULL,
  content bytea NOT NULL
);
ALTER TABLE coin_pictures ALTER COLUMN content SET STORAGE EXTERNAL;
