CREATE TABLE brand_pictures (
  picture_name text PRIMARY KEY,
  media_type text NOT NULL,
  content bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE brand_pictures ALTER COLUMN content SET STORAGE EXTERNAL;
