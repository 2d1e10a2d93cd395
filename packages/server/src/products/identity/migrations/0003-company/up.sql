-- What a company has saved and not sent yet, a row a list; it stays for the next application.
CREATE TABLE identity_company_parts (
  owner_id bigint NOT NULL,
  -- basic, papers, beneficiaries, directors, traders
  part text NOT NULL,
  -- as JSON, closed with a key of its own
  sealed bytea NOT NULL,
  wrapped_key bytea NOT NULL,
  key_version int NOT NULL,
  saved_at_ms bigint NOT NULL,
  PRIMARY KEY (owner_id, part)
);

-- It can be applied for from now on.
UPDATE identity_levels SET is_open = true WHERE identity_type = 3;
