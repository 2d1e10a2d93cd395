CREATE TABLE private_pieces (
  owner_id bigint NOT NULL,
  -- numbers of its first and last event; between them there is no gap
  first_number bigint NOT NULL,
  last_number bigint NOT NULL,
  at_ms bigint NOT NULL,
  events json NOT NULL,
  PRIMARY KEY (owner_id, last_number)
);
CREATE INDEX private_pieces_by_time ON private_pieces (at_ms);
INSERT INTO private_pieces
  SELECT owner_id, number, number, at_ms, json_build_array(event) FROM private_events;
DROP TABLE private_events;
