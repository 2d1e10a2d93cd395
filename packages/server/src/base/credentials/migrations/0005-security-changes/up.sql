-- When a person last changed what protects their account; money waits a day after it.
CREATE TABLE security_changes (
  owner_id bigint NOT NULL,
  what text NOT NULL CHECK (what IN ('password', 'factor', 'mail', 'phone')),
  at_ms bigint NOT NULL,
  PRIMARY KEY (owner_id, what)
);
