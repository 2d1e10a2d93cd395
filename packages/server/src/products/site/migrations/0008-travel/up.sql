-- From this value in USDT on it is declared who receives a withdrawal; who withdraws is told it there.
INSERT INTO web_config (name, value, is_public) VALUES ('travelFromUsdt', '"1000"', false);
