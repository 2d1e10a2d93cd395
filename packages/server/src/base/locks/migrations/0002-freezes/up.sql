CREATE TABLE account_freezes (
  owner_id bigint PRIMARY KEY,
  cause text NOT NULL CHECK (cause IN ('own', 'access', 'review', 'authority', 'erased')),
  at_ms bigint NOT NULL
);
