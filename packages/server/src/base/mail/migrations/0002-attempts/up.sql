-- When a mail is tried next and when nobody tries any more; what it is for, so that one address is
-- not sent more of a kind in a day than a person would ask for.

ALTER TABLE mails
  -- "" = of no kind that is limited
  ADD COLUMN kind text NOT NULL DEFAULT '',
  -- a code is worth nothing after this; null = the mail stays true
  ADD COLUMN expires_at timestamptz,
  ADD COLUMN tries_count int4 NOT NULL DEFAULT 0,
  ADD COLUMN next_try_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN given_up_at timestamptz;
-- Whatever waits since before may be a code that is long over.
UPDATE mails SET given_up_at = now() WHERE sent_at IS NULL;
DROP INDEX mails_unsent;
CREATE INDEX mails_due ON mails (next_try_at) WHERE sent_at IS NULL AND given_up_at IS NULL;
CREATE INDEX mails_by_recipient ON mails (recipient, kind, created_at);
