CREATE TABLE notice_mails (
  owner_id bigint NOT NULL,
  submodule_code integer NOT NULL,
  PRIMARY KEY (owner_id, submodule_code)
);

-- one row
CREATE TABLE notice_mail_cursor (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  last_id bigint NOT NULL
);
INSERT INTO notice_mail_cursor (last_id) SELECT coalesce(max(notice_id), 0) FROM notices;
