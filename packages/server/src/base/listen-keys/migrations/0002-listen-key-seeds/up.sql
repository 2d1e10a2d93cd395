-- What the text is made from, with a secret of the server; empty for one that cannot be made again
ALTER TABLE listen_keys ADD COLUMN seed text NOT NULL DEFAULT '';
