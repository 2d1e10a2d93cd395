CREATE TABLE search_choosers (
  day date NOT NULL,
  chooser bytea NOT NULL,
  trade_id int NOT NULL,
  PRIMARY KEY (day, chooser, trade_id)
);
