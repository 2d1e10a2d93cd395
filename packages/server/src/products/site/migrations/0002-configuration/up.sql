CREATE TABLE web_config (
  name text PRIMARY KEY,
  value jsonb NOT NULL,
  -- shown by getConfig; others have a call of their own or none
  is_public boolean NOT NULL DEFAULT true,
  changed_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO web_config (name, value) VALUES
  ('kolIncentive', 'false'),
  ('rebateStatus', '0'),
  ('serviceLines', '[3, 2, 1]'),
  ('backupWebsites', '[]'),
  ('appUrl', '""'),
  ('androidUrl', '""'),
  ('iosUrl', '""'),
  ('perpetualSymbol', '"btc"'),
  ('deliverySymbol', '"btc_d"'),
  ('partnerId', '""');

CREATE TABLE languages (
  value text PRIMARY KEY,
  name text NOT NULL,
  place int NOT NULL,
  is_offered boolean NOT NULL DEFAULT true
);
INSERT INTO languages (place, value, name) VALUES
  (1, 'en_US', 'English'), (2, 'zh_CN', '简体中文'), (3, 'zh_HK', '繁體中文'),
  (4, 'th_TH', 'ไทย'), (5, 'fil_PH', 'Filipino'), (6, 'es_ES', 'Español'),
  (7, 'ja_JP', '日本語'), (8, 'pt_PT', 'Português'), (9, 'vi_VN', 'Tiếng Việt'),
  (10, 'fr_FR', 'Français'), (11, 'de_DE', 'Deutsch'), (12, 'ru_RU', 'Русский'),
  (13, 'it_IT', 'Italiano');

CREATE TABLE currencies (
  id int PRIMARY KEY,
  currency_code text NOT NULL UNIQUE,
  symbol text NOT NULL,
  name text NOT NULL,
  -- how much of it one USDT is worth
  rate numeric NOT NULL CHECK (rate > 0),
  rate_at timestamptz NOT NULL DEFAULT now(),
  is_offered boolean NOT NULL DEFAULT true
);
INSERT INTO currencies (id, currency_code, symbol, name, rate) VALUES
  (1, 'USD', '$', 'US dollar', 1), (2, 'CNY', '¥', 'Renminbi', 7.12),
  (3, 'HKD', 'HK$', 'Hong Kong dollar', 7.78), (4, 'EUR', '€', 'Euro', 0.86),
  (5, 'GBP', '£', 'Pound sterling', 0.75), (6, 'JPY', '¥', 'Japanese yen', 151.4),
  (7, 'THB', '฿', 'Thai baht', 32.4), (8, 'PHP', '₱', 'Philippine peso', 58.2),
  (9, 'VND', '₫', 'Vietnamese dong', 26300), (10, 'RUB', '₽', 'Russian rouble', 81.3),
  (11, 'KRW', '₩', 'South Korean won', 1420), (12, 'INR', '₹', 'Indian rupee', 88.4),
  (13, 'BRL', 'R$', 'Brazilian real', 5.38), (14, 'AUD', 'A$', 'Australian dollar', 1.53),
  (15, 'CAD', 'C$', 'Canadian dollar', 1.4), (16, 'SGD', 'S$', 'Singapore dollar', 1.29);

CREATE TABLE network_regions (
  network cidr PRIMARY KEY,
  region text NOT NULL,
  mode text NOT NULL DEFAULT 'open' CHECK (mode IN ('open', 'view_only', 'closed')),
  reason text NOT NULL DEFAULT ''
);

CREATE TABLE identity_levels (
  identity_type int PRIMARY KEY,
  daily_withdraw_limit_usdt numeric NOT NULL,
  -- false until identity can be applied for
  is_open boolean NOT NULL DEFAULT false
);
INSERT INTO identity_levels (identity_type, daily_withdraw_limit_usdt) VALUES
  (1, 20000), (2, 500000), (3, 2000000);
