-- Nobody ever proved that a saved address is theirs: there is no such proof here.
ALTER TABLE withdraw_addresses DROP COLUMN is_verified;
