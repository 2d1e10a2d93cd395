-- Two roles: the owner makes tables; the app reads and writes rows, but never changes or deletes
-- those of tables that are only appended to.

CREATE TABLE database_roles (
  purpose text PRIMARY KEY,
  name text NOT NULL
);
INSERT INTO database_roles (purpose, name) VALUES ('app', current_setting('isobath.app_role'));

CREATE TABLE append_only_tables (
  name text PRIMARY KEY
);

DO $$
DECLARE app text := current_setting('isobath.app_role');
BEGIN
  EXECUTE format('GRANT USAGE ON SCHEMA public TO %I', app);
  EXECUTE format(
    'ALTER DEFAULT PRIVILEGES IN SCHEMA public
       GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO %I', app);
  EXECUTE format(
    'ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO %I', app);
  EXECUTE format('GRANT SELECT ON database_roles, append_only_tables, schema_migrations TO %I', app);
END $$;

-- Take from the app role the right to change or delete rows of a table (or of a partition).
-- Called by migrations, and by whatever makes partitions later.
CREATE FUNCTION make_append_only(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON %s FROM %I', target,
    (SELECT roles.name FROM database_roles roles WHERE roles.purpose = 'app'));
  INSERT INTO append_only_tables (name) VALUES (target::text) ON CONFLICT DO NOTHING;
END $$;
