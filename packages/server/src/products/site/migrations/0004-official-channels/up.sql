INSERT INTO web_config (name, value)
SELECT 'officialChannels', COALESCE(
  jsonb_agg(jsonb_build_object('kind', kind, 'value', value, 'name', name) ORDER BY place, value),
  '[]')
FROM official_channels;
DROP TABLE official_channels;
