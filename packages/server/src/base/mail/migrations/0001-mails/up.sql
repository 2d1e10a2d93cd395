CREATE TABLE mails (
  mail_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  recipient text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  -- browser in which the address was begun; the sandbox shows a mail there only
  visitor_id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz
);
CREATE INDEX mails_by_visitor ON mails (visitor_id, mail_id DESC);
CREATE INDEX mails_unsent ON mails (mail_id) WHERE sent_at IS NULL;
