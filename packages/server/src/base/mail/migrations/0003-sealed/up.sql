-- What a mail says is sealed with a key outside the database and erased when it was sent or is over:
-- subject and text of a code open an account. What waits from before is erased when it is sent. Of the
-- mark of a browser only the SHA-256 is kept from here on.

ALTER TABLE mails
  -- AES-256-GCM of subject and text; null = erased, or from before
  ADD COLUMN sealed bytea,
  -- network of a stranger who asked for it, erased after a day; "" = the reader himself
  ADD COLUMN asked_by text NOT NULL DEFAULT '',
  ALTER COLUMN subject SET DEFAULT '',
  ALTER COLUMN body SET DEFAULT '';
UPDATE mails SET visitor_id = encode(sha256(visitor_id::bytea), 'hex') WHERE visitor_id <> '';
UPDATE mails SET subject = '', body = '' WHERE sent_at IS NOT NULL OR given_up_at IS NOT NULL;
