CREATE TABLE content_votes (
  article_id bigint NOT NULL REFERENCES content_articles,
  -- 'owner:' and a number, or 'visitor:' and the mark of a browser
  voter text NOT NULL,
  is_helpful boolean NOT NULL,
  at_ms bigint NOT NULL,
  PRIMARY KEY (article_id, voter)
);

-- categories that a release brought once: one that an operator removed stays away
CREATE TABLE content_category_seeds (code text PRIMARY KEY);
INSERT INTO content_category_seeds SELECT code FROM content_categories;
