CREATE TABLE sandbox_demo_trader (
  owner_id bigint PRIMARY KEY,
  completed_at timestamptz
);
