CREATE TABLE spot_list_names (
  list_id bigint PRIMARY KEY,
  owner_id bigint NOT NULL,
  name text NOT NULL
);
CREATE INDEX spot_list_names_by_name ON spot_list_names (owner_id, name, list_id DESC);
