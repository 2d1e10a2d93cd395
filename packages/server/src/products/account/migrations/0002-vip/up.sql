CREATE TABLE vip_levels (
  level int PRIMARY KEY CHECK (level BETWEEN 1 AND 15),
  -- what must have been traded in 30 days
  volume_usdt numeric NOT NULL CHECK (volume_usdt > 0)
);
INSERT INTO vip_levels VALUES
  (1, 50000), (2, 100000), (3, 250000), (4, 500000), (5, 1000000), (6, 2500000), (7, 5000000),
  (8, 10000000), (9, 25000000), (10, 50000000), (11, 100000000), (12, 250000000),
  (13, 500000000), (14, 1000000000), (15, 2000000000);

-- days since 1970, UTC
CREATE TABLE vip_volumes (
  owner_id bigint NOT NULL,
  day int NOT NULL,
  volume_usdt numeric NOT NULL,
  PRIMARY KEY (day, owner_id)
);

-- how far was counted: one row
CREATE TABLE vip_count (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  through_day int NOT NULL,
  last_fill_id bigint NOT NULL
);
INSERT INTO vip_count (through_day, last_fill_id) VALUES (0, 0);

CREATE TABLE vip_standings (
  owner_id bigint PRIMARY KEY,
  level int NOT NULL CHECK (level BETWEEN 0 AND 15),
  -- set by the operator: no volume changes it
  is_by_hand boolean NOT NULL,
  volume_usdt numeric NOT NULL DEFAULT 0,
  decided_at timestamptz NOT NULL,
  -- not lowered before
  held_until timestamptz NOT NULL
);
