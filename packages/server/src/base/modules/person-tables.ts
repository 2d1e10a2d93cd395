// Tables that keep something of a person, and what becomes of them: what a person's file has, and
// what goes when a person's data is erased. Orders, trades and movements of money stay, under a
// number that names nobody any more: books must add up, and the law asks for them. A test looks for
// tables that are missing. Those of products stand in their modules.

/** A table that keeps something of a person, and which of its rows and columns are a person's. */
export interface PersonTable {
  readonly table: string;
  /** Column with the person's number. */
  readonly owner: string;
  /** What stands before the number where the column is a text. */
  readonly ownerPrefix?: string;
  /** Narrows the rows to those of people, where operators stand in the same table. */
  readonly only?: string;
  /** Columns of the person's file, by which rows are read in pages first; none: left out of it. */
  readonly columns: readonly string[];
  /** Gone when the person's data is erased. */
  readonly isErased: boolean;
}

/** What stands in the owner's column of a person's rows. */
export const ownerValue = (
  { ownerPrefix }: Pick<PersonTable, 'ownerPrefix'>,
  ownerId: number,
): number | string => (ownerPrefix === undefined ? ownerId : `${ownerPrefix}${ownerId}`);

/** A table whose columns stand in a person's file. */
export const publishedTable = (table: string, columns: string, isErased: boolean): PersonTable => ({
  table,
  owner: 'owner_id',
  columns: columns.split(' '),
  isErased,
});

/** A table of secrets, marks or counters, which a person's file leaves out. */
export const silentTable = (table: string, isErased: boolean): PersonTable => ({
  table,
  owner: 'owner_id',
  columns: [],
  isErased,
});

/** Tables of the platform, those that refer to others first. */
export const platformPersonTables: readonly PersonTable[] = [
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
  silentTable('bound_proofs', true),
  silentTable('freeze_links', true),
  publishedTable('security_changes', 'what at_ms', true),
  silentTable('mails', true),
  {
    table: 'known_browsers',
    owner: 'owner_id',
    only: "kind = 'people'",
    columns: [],
    isErased: true,
  },
  silentTable('notice_cursors', true),
  publishedTable(
    'deposit_addresses',
    'address_id family address remark given_at_ms used_at_ms',
    false,
  ),
  publishedTable(
    'deposits',
    'deposit_id network_id tx_hash asset_id address raw units status seen_at_ms credited_at_ms',
    false,
  ),
  silentTable('residues', false),
  publishedTable(
    'withdrawals',
    'withdrawal_id network_id asset_id address memo amount_units fee_units state tx_hash',
    false,
  ),
  silentTable('chain_checks', true),
  publishedTable('withdrawal_declarations', 'withdrawal_id is_venue declared_at_ms', true),
  publishedTable('withdrawal_locks', 'lock_id source value_units until_ms', false),
  silentTable('notice_mutes', true),
];
