-- client order id before and after; unknown of amendments from before this migration
ALTER TABLE spot_amendments ADD COLUMN from_name text;
ALTER TABLE spot_amendments ADD COLUMN to_name text;
