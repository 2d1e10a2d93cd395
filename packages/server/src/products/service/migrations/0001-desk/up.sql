CREATE TABLE service_talks (
  conversation_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  line int NOT NULL,
  -- 0 = a guest, who is then known by the hash
  owner_id bigint NOT NULL,
  guest_hash bytea,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'open', 'closed')),
  operator_id bigint NOT NULL DEFAULT 0,
  created_at_ms bigint NOT NULL,
  -- 0 = nobody answered yet
  answered_at_ms bigint NOT NULL DEFAULT 0,
  person_read_through bigint NOT NULL DEFAULT 0,
  operator_read_through bigint NOT NULL DEFAULT 0,
  CHECK ((owner_id = 0) = (guest_hash IS NOT NULL))
);
CREATE INDEX service_talks_by_owner ON service_talks (owner_id, line, conversation_id DESC);
CREATE INDEX service_talks_by_guest ON service_talks (guest_hash) WHERE guest_hash IS NOT NULL;
CREATE TABLE service_messages (
  message_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  conversation_id bigint NOT NULL REFERENCES service_talks ON DELETE CASCADE,
  author text NOT NULL CHECK (author IN ('person', 'operator', 'desk')),
  operator_id bigint NOT NULL DEFAULT 0,
  text text NOT NULL,
  at_ms bigint NOT NULL
);
CREATE INDEX service_messages_by_talk ON service_messages (conversation_id, message_id);
CREATE TABLE service_files (
  file_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  message_id bigint NOT NULL UNIQUE REFERENCES service_messages ON DELETE CASCADE,
  name text NOT NULL,
  media_type text NOT NULL,
  content bytea NOT NULL
);
