-- The queue is read every two seconds by everybody at the desk: in its order, from indexes.
ALTER TABLE service_talks ADD COLUMN last_message_id bigint NOT NULL DEFAULT 0;
UPDATE service_talks AS talks SET last_message_id = COALESCE((SELECT max(message_id)
  FROM service_messages AS said WHERE said.conversation_id = talks.conversation_id), 0);
CREATE INDEX service_talks_waiting ON service_talks (conversation_id) WHERE state = 'waiting';
CREATE INDEX service_talks_by_last ON service_talks (state, last_message_id DESC);
CREATE INDEX service_talks_by_answer ON service_talks (answered_at_ms DESC)
  WHERE answered_at_ms > 0;
