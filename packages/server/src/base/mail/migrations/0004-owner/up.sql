-- Whose a mail is. An address may change, and then nothing else says that the mail was his.

ALTER TABLE mails
  -- 0 = nobody's: somebody without an account, or the house's own
  ADD COLUMN owner_id bigint NOT NULL DEFAULT 0;
UPDATE mails SET owner_id = users.owner_id FROM users WHERE users.email = mails.recipient;
CREATE INDEX mails_by_owner ON mails (owner_id) WHERE owner_id <> 0;
