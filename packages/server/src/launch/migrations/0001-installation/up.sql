CREATE TABLE installation (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  began_as text NOT NULL CHECK (began_as IN ('sandbox', 'production')),
  began_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO installation (began_as)
  SELECT CASE WHEN EXISTS (SELECT FROM sandbox_seeds) THEN 'sandbox' ELSE 'production' END
  WHERE EXISTS (SELECT FROM sandbox_seeds) OR EXISTS (SELECT FROM users);
