// Every table that keeps something of a person, and what becomes of it: what a file of his data
// has, and what goes when his data is erased. Orders, trades and movements of money stay, under a
// number that names nobody any more: books must add up, and the law asks for them. A test looks
// for tables that are missing here. Read by person-data.ts.

/** What of a table is a person's. */
export interface PersonTable {
  readonly table: string;
  /** Column with his number. */
  readonly owner: string;
  /** Narrows the rows to those of people, where operators stand in the same table. */
  readonly only?: string;
  /** Columns of the file, by which rows are read in pages first; none: it says nothing to him. */
  readonly columns: readonly string[];
  /** Gone when his data is erased. */
  readonly isErased: boolean;
}

const told = (table: string, columns: string, isErased: boolean): PersonTable => ({
  table,
  owner: 'owner_id',
  columns: columns.split(' '),
  isErased,
});
/** Secrets, marks and counters. */
const silent = (table: string, isErased: boolean): PersonTable => ({
  table,
  owner: 'owner_id',
  columns: [],
  isErased,
});

/** Every table, those that refer to others first. */
export const personTables: readonly PersonTable[] = [
  told('login_history', 'login_id at ip device outcome', true),
  told('sessions', 'session_id ip device created_at last_seen_at ended_at', true),
  told(
    'api_keys',
    'key_id kind label permissions ip_list created_at expires_at last_used_at revoked_at',
    true,
  ),
  told('passkeys', 'credential_id name created_at last_used_at', true),
  told('identity_records', 'record_id identity_type identity_status created_at changed_at', true),
  told('notices', 'notice_id kind facts at_ms read_at_ms', true),
  told('price_alerts', 'alert_id instrument_id alert_type price_ticks repeat created_at_ms', true),
  told('newbie_tasks', 'code done_at_ms received_at_ms', true),
  told('spot_favourites', 'trade_id added_at', true),
  told('contract_favourites', 'contract_code added_at', true),
  told('kept_charts', 'trade_id indicators drawings kept_at', true),
  told('feedback_pictures', 'picture_id type created_at_ms', true),
  told('feedbacks', 'feedback_id type text contact page device locale created_at_ms answer', true),
  told('service_talks', 'conversation_id line state created_at_ms answered_at_ms', true),
  told('account_notes', 'note_id text at_ms', true),
  told('vip_standings', 'owner_id level is_by_hand volume_usdt decided_at held_until', true),
  told('vip_volumes', 'day volume_usdt', true),
  told('account_freezes', 'owner_id cause at_ms', false),
  told('spot_orders', 'order_id instrument_id side order_type status created_at_ms', false),
  told('spot_fills', 'fill_id trade_id order_id instrument_id at_ms', false),
  told('balance_moves', 'move_id at_ms asset_id change_units reason reference', false),
  told(
    'account_transfers',
    'transfer_id asset_id amount_units source_type target_type at_ms',
    false,
  ),
  told('money_lines', 'approval_id line asset_id units state sequence', false),
  silent('photos', true),
  silent('backup_codes', true),
  silent('listen_keys', true),
  silent('tickets', true),
  {
    table: 'known_browsers',
    owner: 'owner_id',
    only: "kind = 'people'",
    columns: [],
    isErased: true,
  },
  silent('notice_reads', true),
  silent('notice_cursors', true),
  silent('notice_mutes', true),
  silent('notice_mails', true),
  silent('account_evidence', false),
];
