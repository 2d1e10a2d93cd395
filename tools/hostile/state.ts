// Everything a hostile request must not change: the engine's state, the content of every table, the
// processes. Taken before and after, compared as text.
// Used by fire.ts.

import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { askServer } from '../../packages/server/src/base/operator/index.ts';
import { localNetworks } from '../../packages/server/src/sandbox/chains/networks.ts';
import { findProcesses } from '../testing/server-process.ts';
import type { Fixture } from '../access/fixture.ts';

/** What is told apart, by name. */
export type State = ReadonlyMap<string, string>;

/** Tables that time alone changes, each with what changes it. */
const movedByTime: ReadonlyMap<string, string> = new Map([
  ['status_samples', 'one row a minute'],
  ['stored_books', 'written once a minute'],
  ['snapshots', 'made after so many commands'],
  ['snapshot_chunks', 'belong to snapshots'],
  ['projections', 'note how far each has come'],
  ['sandbox_reference', 'the simulated prices walk'],
  ['vip_count', 'how far the fills of past days are counted'],
  ['balance_points', 'sums of movements up to a day, kept so that nobody sums them again'],
  ['balance_point_heads', 'how far those go'],
  ['cost_points', 'what coins cost up to a movement, kept so that nobody folds it again'],
  ['cost_heads', 'how far those go'],
  ['networks', 'local chains start and stop'],
  ['sandbox_chains', 'where local chains stand'],
  ['custody_epochs', 'one a start of custody'],
  ['chain_blocks', 'the last blocks that were read'],
  ['chain_cursor', 'how far chains were read'],
  ['chain_recons', 'the last comparison of chains with books'],
  ['chain_books', 'what hot wallets begin with is booked when it is deep enough'],
  ['chain_holdings', 'what deposit addresses held at the last comparison'],
  ['chain_totals', 'whether ledger and moves say the same, each minute'],
  ['asset_owed', 'what people have, read each minute'],
  ['cold_refills', 'what hot wallets are short of until their float is there'],
  ['signer_log_head', 'how long the log of the signer is'],
  ['signer_states', 'how the signer is, told again and again'],
  ['chain_checks', 'a provider is asked about what comes and goes'],
  ['identity_checks', 'a provider is asked about those who wait'],
  ['identity_document_ends', 'noted when it is asked'],
  ['provider_events', 'it tells when it has answered'],
  ['job_periods', 'how far jobs of the clock have come'],
  ['reserve_proofs', 'one a day, the first soon after the start'],
  ['reserve_proof_coins', 'belong to proofs'],
  ['liability_nodes', 'belong to proofs'],
  ['liability_leaves', 'belong to proofs'],
  ['house_addresses', 'custody has them stated once'],
  ['notice_mail_cursor', 'how far messages are looked through for mails'],
]);

/** Tables whose rows note when they were last used: which of their rows are counted. */
const countedOnly: ReadonlyMap<string, string> = new Map([
  // Those of the tests are made by the tests.
  ['sessions', "device <> 'test'"],
  ['listen_keys', 'true'],
  ['operator_sessions', 'true'],
  // The pool fills by itself.
  ['deposit_addresses', 'owner_id IS NOT NULL'],
  // What operators looked at is written down, and is no change; a day's proof is made by the clock.
  [
    'audit_log',
    "action NOT IN ('users_searched', 'user_viewed', 'desk_viewed', 'reserves_proven')",
  ],
  ['audit_details', 'false'],
  // Hot wallets get their float by themselves.
  ['deposits', 'owner_id > 0'],
  ['residues', 'owner_id > 0'],
  ['api_keys', 'true'],
  // Until they are claimed they only note what the account shows already.
  ['newbie_tasks', 'received_at_ms > 0'],
]);
const settledWithinMs = 240_000;
const stillMs = 1_500;

async function listTables({ database }: Fixture): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r'
     AND relnamespace = 'public'::regnamespace ORDER BY relname`,
  );
  return rows.map(({ name }) => name);
}

async function readTable({ database }: Fixture, table: string): Promise<string> {
  const where = countedOnly.get(table);
  const content = `md5(coalesce(string_agg(one::text, '|' ORDER BY one::text), ''))`;
  const [row] = await database.query<{ count: number; content: string }>(
    `SELECT count(*) AS count, ${where === undefined ? content : "''"} AS content
     FROM "${table}" AS one WHERE ${where ?? 'true'}`,
  );
  return `${row?.count} ${row?.content}`;
}

/**
 * Whether the local chains, which come up after the ready line, have listed what is on them, and
 * what hot wallets begin with has been booked.
 */
async function areChainsThere({ database }: Fixture): Promise<boolean> {
  const [row] = await database.query<{ openCount: number; emptyCount: number; underWay: number }>(
    `SELECT count(DISTINCT network_id) AS "openCount",
       count(*) FILTER (WHERE state = 'open' AND NOT EXISTS (SELECT FROM deposits
         WHERE deposits.network_id = networks.network_id
           AND deposits.asset_id = network_assets.asset_id AND status = 3)) AS "emptyCount",
       (SELECT count(*) FROM deposits WHERE status IN (1, 2)) AS "underWay"
     FROM networks LEFT JOIN network_assets USING (network_id) WHERE state <> 'starting'`,
  );
  if (row === undefined || row.openCount < Object.keys(localNetworks).length) return false;
  return Number(row.emptyCount) === 0 && Number(row.underWay) === 0;
}

/** Whether every projection has come as far as the engine: however long that takes. */
async function areTablesThere({ dataFolder, database }: Fixture): Promise<boolean> {
  const answer = await askServer(dataFolder, 'engine.hash', {});
  const sequence = Number(answer?.['sequence'] ?? Number.POSITIVE_INFINITY);
  const [row] = await database.query<{ far: number }>(
    'SELECT min(sequence) AS far FROM projections',
  );
  return Number(row?.far ?? 0) >= sequence;
}

/** Whether hot wallets have their float in the ledger: chains begin behind the ready line. */
async function isFloatBooked({ database }: Fixture): Promise<boolean> {
  const [row] = await database.query<{ is_booked: boolean }>(
    `SELECT count(*) > 0 AND bool_and(state = 'absent' OR EXISTS (SELECT FROM deposits
       WHERE deposits.network_id = networks.network_id AND owner_id = 0 AND held_in = 'owner'))
       AND NOT EXISTS (SELECT FROM deposits WHERE status IN (1, 2)) AS is_booked FROM networks`,
  );
  return row?.is_booked === true;
}

/** Take the state when it stands still: tables follow the engine at a distance. */
export async function readState(fixture: Fixture): Promise<State> {
  for (const deadlineMs = Date.now() + settledWithinMs; Date.now() < deadlineMs; ) {
    if (await isFloatBooked(fixture)) break;
    await sleep(stillMs);
  }
  let last = await readOnce(fixture);
  for (const deadlineMs = Date.now() + settledWithinMs; Date.now() < deadlineMs; ) {
    await sleep(stillMs);
    const areThere = (await areTablesThere(fixture)) && (await areChainsThere(fixture));
    const next = await readOnce(fixture);
    if (areThere && compareStates(last, next).length === 0) return next;
    last = next;
  }
  return last;
}

async function readOnce(fixture: Fixture): Promise<State> {
  const state = new Map<string, string>();
  const hash = await askServer(fixture.dataFolder, 'engine.hash', {});
  state.set('engine', JSON.stringify(hash));
  for (const table of await listTables(fixture)) {
    if (!movedByTime.has(table)) state.set(`table ${table}`, await readTable(fixture, table));
  }
  const processes = findProcesses(fixture.dataFolder).filter(({ words }) => words.includes('.ts'));
  state.set(
    'processes',
    processes
      .map(({ pid }) => pid)
      .sort((one, other) => one - other)
      .join(' '),
  );
  return state;
}

/** What differs. */
export function compareStates(before: State, after: State): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names]
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => `${name}: ${before.get(name)} became ${after.get(name)}`);
}

/** Memory of our own processes, in MiB. */
export function readMemoryMib(fixture: Fixture): number {
  const pids = findProcesses(fixture.dataFolder).filter(({ words }) => words.includes('.ts'));
  const kib = pids.map(({ pid }) => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
  });
  return Math.round(kib.reduce((sum, one) => sum + one, 0) / 1024);
}
