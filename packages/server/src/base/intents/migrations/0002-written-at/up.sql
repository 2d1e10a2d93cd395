-- Those from before count from this upgrade on.

ALTER TABLE intents ADD COLUMN written_at timestamptz NOT NULL DEFAULT now();
