-- Not among the values that programs read by name: the search itself tells them.
INSERT INTO web_config (name, value, is_public) VALUES ('popularMarkets', '[]', false);
-- An operator's own address is nobody else's affair.
INSERT INTO web_config (name, value, is_public) VALUES ('alarmAddress', '""', false);
