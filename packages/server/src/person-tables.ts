// Every table that keeps something of a person, and what becomes of it: what a file of his data
// has, and what goes when his data is erased. Orders, trades and movements of money stay, under a
// number that names nobody any more: books must add up, and the law asks for them. A test looks
// for tables that are missing here. Read by person-data.ts.
import { type PersonTable, publishedTable, silentTable } from './base/modules/index.ts';
import { modules } from './modules.ts';

const platformTables: readonly PersonTable[] = [
  publishedTable('login_history', 'login_id at ip device outcome', true),
  publishedTable('sessions', 'session_id ip device created_at last_seen_at ended_at', true),
  publishedTable(
    'api_keys',
    'key_id kind label permissions ip_list created_at expires_at last_used_at revoked_at',
    true,
  ),
  publishedTable('passkeys', 'credential_id name created_at last_used_at', true),
  publishedTable(
    'identity_records',
    'record_id identity_type identity_status created_at changed_at',
    true,
  ),
  silentTable('notice_reads', true),
  publishedTable('notices', 'notice_id kind facts at_ms read_at_ms', true),
  publishedTable('account_freezes', 'owner_id cause at_ms', false),
  silentTable('backup_codes', true),
  silentTable('listen_keys', true),
  silentTable('tickets', true),
  silentTable('mails', true),
  {
    table: 'known_browsers',
    owner: 'owner_id',
    only: "kind = 'people'",
    columns: [],
    isErased: true,
  },
  silentTable('notice_cursors', true),
  silentTable('notice_mutes', true),
];

/** Every table, those that refer to others first. */
export const personTables: readonly PersonTable[] = [
  ...platformTables,
  ...modules.flatMap((module) => module.personTables ?? []),
];
