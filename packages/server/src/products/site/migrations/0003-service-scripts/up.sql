-- Scripts of others behind lines of customer service; none until the operator names one.
INSERT INTO web_config (name, value, is_public) VALUES ('serviceScripts', '[]', false);
