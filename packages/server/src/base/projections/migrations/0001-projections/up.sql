-- How far each projection has come. A projection's rows and its watermark commit together.
CREATE TABLE projections (
  name text PRIMARY KEY,
  sequence bigint NOT NULL
);
