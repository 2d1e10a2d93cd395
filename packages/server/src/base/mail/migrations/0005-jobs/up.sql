-- A mail is sent by a job of its own: the queue says when it is tried next.

DROP INDEX mails_due;
ALTER TABLE mails DROP COLUMN tries_count, DROP COLUMN next_try_at;
CREATE INDEX mails_waiting ON mails (mail_id) WHERE sent_at IS NULL AND given_up_at IS NULL;
