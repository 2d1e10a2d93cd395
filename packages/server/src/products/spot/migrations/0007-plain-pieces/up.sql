-- Compressing what is kept for a day cost more than writing it.
ALTER TABLE private_pieces ALTER COLUMN events SET STORAGE EXTERNAL;
