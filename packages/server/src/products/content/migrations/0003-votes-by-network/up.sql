-- keyed hash of network and day; null for people
ALTER TABLE content_votes ADD COLUMN network bytea;
CREATE UNIQUE INDEX content_votes_by_network ON content_votes (article_id, network)
  WHERE network IS NOT NULL;
