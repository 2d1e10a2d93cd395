CREATE TABLE spot_fee_schedules (
  instrument_id int NOT NULL,
  sequence bigint NOT NULL,
  -- sixteen rates of makers, then sixteen of takers
  rates_ppm int[] NOT NULL,
  PRIMARY KEY (instrument_id, sequence)
);
CREATE TABLE spot_vip_levels (
  owner_id bigint NOT NULL,
  sequence bigint NOT NULL,
  vip_level smallint NOT NULL,
  PRIMARY KEY (owner_id, sequence)
);
