CREATE TABLE content_categories (
  category_id integer PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('help', 'notice')),
  code text NOT NULL UNIQUE,
  place integer NOT NULL
);
CREATE TABLE content_category_names (
  category_id integer NOT NULL REFERENCES content_categories,
  locale text NOT NULL,
  name text NOT NULL,
  lead text NOT NULL,
  PRIMARY KEY (category_id, locale)
);

CREATE TABLE content_articles (
  article_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- its name in addresses
  code text NOT NULL UNIQUE,
  category_id integer NOT NULL REFERENCES content_categories,
  is_pinned boolean NOT NULL DEFAULT false,
  -- order within a category of help; announcements stand by time
  place integer NOT NULL DEFAULT 1000,
  -- null = a draft
  publish_at_ms bigint,
  -- null = until further notice
  take_down_at_ms bigint,
  -- when people's inboxes were told of an announcement
  told_at_ms bigint
);
CREATE INDEX content_articles_by_category ON content_articles (category_id, publish_at_ms DESC);

CREATE TABLE content_versions (
  article_id bigint NOT NULL REFERENCES content_articles,
  locale text NOT NULL,
  version integer NOT NULL,
  title text NOT NULL,
  summary text NOT NULL,
  -- Markdown
  body text NOT NULL,
  -- 'release', or 'operator:' and a number
  author text NOT NULL,
  at_ms bigint NOT NULL,
  PRIMARY KEY (article_id, locale, version)
);
SELECT make_append_only('content_versions');

-- the version of each language that is shown
CREATE TABLE content_texts (
  article_id bigint NOT NULL REFERENCES content_articles,
  locale text NOT NULL,
  version integer NOT NULL,
  title text NOT NULL,
  summary text NOT NULL,
  -- words without marks
  plain text NOT NULL,
  search tsvector NOT NULL,
  PRIMARY KEY (article_id, locale),
  FOREIGN KEY (article_id, locale, version) REFERENCES content_versions
);

-- what came with a release
CREATE TABLE content_seeds (
  code text NOT NULL,
  locale text NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (code, locale)
);

CREATE TABLE official_channels (
  kind text NOT NULL CHECK (kind IN ('domain', 'mail', 'phone', 'social')),
  value text NOT NULL,
  name text NOT NULL DEFAULT '',
  place integer NOT NULL DEFAULT 1000,
  PRIMARY KEY (kind, value)
);

CREATE TABLE feedbacks (
  feedback_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_id bigint NOT NULL,
  type text NOT NULL,
  text text NOT NULL,
  contact text NOT NULL,
  page text NOT NULL,
  device text NOT NULL,
  locale text NOT NULL,
  created_at_ms bigint NOT NULL,
  state text NOT NULL DEFAULT 'received'
    CHECK (state IN ('received', 'reading', 'answered', 'closed')),
  answer text NOT NULL DEFAULT '',
  answered_at_ms bigint NOT NULL DEFAULT 0
);
CREATE INDEX feedbacks_by_owner ON feedbacks (owner_id, feedback_id DESC);
CREATE INDEX feedbacks_by_state ON feedbacks (state, feedback_id);

CREATE TABLE feedback_pictures (
  picture_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_id bigint NOT NULL,
  -- null until its feedback is sent
  feedback_id bigint REFERENCES feedbacks,
  type text NOT NULL,
  content bytea NOT NULL,
  created_at_ms bigint NOT NULL
);
ALTER TABLE feedback_pictures ALTER COLUMN content SET STORAGE EXTERNAL;
CREATE INDEX feedback_pictures_by_owner ON feedback_pictures (owner_id, created_at_ms);
CREATE INDEX feedback_pictures_by_feedback ON feedback_pictures (feedback_id);
