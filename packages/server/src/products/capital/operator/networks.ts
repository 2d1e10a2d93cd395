// What the operator's tool asks about networks: which are listed, and listing one with its coins
// from a file. What says which chain or token it is never changes. Whatever is listed anew is
// halted until two operators open it: a token that anybody can make would be credited otherwise.
// Started by start.ts; custody opens what it finds.
import type { Database, Session } from '../../../base/db/index.ts';
import type { MarketRegistry } from '../../../base/market/index.ts';
import type { OperatorHandlers } from '../../../base/operator/index.ts';
import { EXIT, Refusal } from '../../../base/process/exit.ts';
import {
  type ListedRow,
  type NetworkFile,
  parseNetworkFile,
  readListedRow,
} from './network-file.ts';

interface ToolParts {
  readonly database: Database;
  readonly markets: Pick<MarketRegistry, 'coinByName' | 'coinById'>;
}

/** Word of a halt until two have looked at what was listed. */
const NEW = 'new';
/** Columns that say which chain it is. */
const NETWORK_FIXED = ['family', 'chain_id', 'genesis_hash', 'first_height'] as const;
/** Columns that say which token it is, and how what was booked is counted. */
const COIN_FIXED = ['contract', 'code_hash', 'decimals'] as const;

type Row = Readonly<Record<string, string | number | null>>;

const refuse = (line: string) => new Refusal(EXIT.usage, line);

const readNetworkRow = (file: NetworkFile): Row => ({
  network_id: file.networkId,
  name: file.name,
  family: file.family,
  chain_id: file.chainId ?? 0,
  genesis_hash: file.genesisHash,
  first_height: file.firstHeight,
  needed: file.needed,
  block_seconds: file.blockSeconds,
  explorer: file.explorer,
});

/** Names of columns that have another value now. */
const listChanged = (before: Row, after: Row): string[] =>
  Object.keys(after).filter((name) => String(before[name]) !== String(after[name]));

function checkFixed(what: string, changed: readonly string[], fixed: readonly string[]): void {
  const [name] = changed.filter((one) => fixed.includes(one));
  if (name === undefined) return;
  throw refuse(`${name} of ${what} cannot change: list another network, or another coin.`);
}

async function insert(session: Session, table: string, row: Row): Promise<void> {
  const names = Object.keys(row);
  const places = names.map((_name, at) => `$${at + 1}`);
  await session.execute(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places.join(', ')})`,
    Object.values(row),
  );
}

async function update(
  session: Session,
  table: 'networks' | 'network_assets',
  { key, row }: { readonly key: Row; readonly row: Row },
): Promise<void> {
  const values = [...Object.values(row), ...Object.values(key)];
  const count = Object.keys(row).length;
  const sets = Object.keys(row).map((name, at) => `${name} = $${at + 1}`);
  const where = Object.keys(key).map((name, at) => `${name} = $${count + at + 1}`);
  await session.execute(
    `UPDATE ${table} SET ${sets.join(', ')} WHERE ${where.join(' AND ')}`,
    values,
  );
}

/** What a file would do, a line each. */
type Changes = string[];

async function setNetwork(session: Session, file: NetworkFile): Promise<Changes> {
  const row = readNetworkRow(file);
  const key = { network_id: file.networkId };
  const [before] = await session.query<Row>(
    'SELECT * FROM networks WHERE network_id = $1 FOR UPDATE',
    [file.networkId],
  );
  const [namesake] = await session.query<{ network_id: number }>(
    'SELECT network_id FROM networks WHERE name = $1 AND network_id <> $2',
    [file.name, file.networkId],
  );
  if (namesake !== undefined) throw refuse(`Network ${namesake.network_id} is named ${file.name}.`);
  if (before === undefined) {
    await insert(session, 'networks', { ...row, state: 'halted', halt_reason: NEW });
    return [`${file.name} is listed, halted`];
  }
  const changed = listChanged(before, row);
  checkFixed(file.name, changed, NETWORK_FIXED);
  if (changed.length > 0) await update(session, 'networks', { key, row });
  return changed.map((name) => `${name}: ${before[name]} -> ${row[name]}`);
}

async function setCoin(
  session: Session,
  coin: string,
  { key, row }: { readonly key: Row; readonly row: ListedRow },
): Promise<{ readonly changes: Changes; readonly isNew: boolean }> {
  const [before] = await session.query<Row>(
    'SELECT * FROM network_assets WHERE network_id = $1 AND asset_id = $2 FOR UPDATE',
    [Number(key['network_id']), row.asset_id],
  );
  if (before === undefined) {
    const [taken] = await session.query(
      'SELECT FROM network_assets WHERE network_id = $1 AND contract = $2',
      [Number(key['network_id']), String(row['contract'])],
    );
    if (taken !== undefined) throw refuse(`${coin}: another coin has this contract.`);
    await insert(session, 'network_assets', { ...key, ...row });
    return { changes: [`${coin} is listed`], isNew: true };
  }
  const changed = listChanged(before, row);
  checkFixed(coin, changed, COIN_FIXED);
  if (changed.length > 0) {
    await update(session, 'network_assets', { key: { ...key, asset_id: row.asset_id }, row });
  }
  const changes = changed.map((name) => `${coin}: ${name}: ${before[name]} -> ${row[name]}`);
  return { changes, isNew: false };
}

/** Undoes what a trial wrote. */
class Trial extends Error {}

async function setAll(
  { database, markets }: ToolParts,
  file: NetworkFile,
  isTrial: boolean,
): Promise<Changes> {
  const key = { network_id: file.networkId };
  const changes: Changes = [];
  const work = async (session: Session) => {
    changes.push(...(await setNetwork(session, file)));
    let hasNew = false;
    for (const coin of file.coins) {
      const row = readListedRow(coin, markets);
      const done = await setCoin(session, coin.coin, { key, row });
      changes.push(...done.changes);
      hasNew ||= done.isNew;
    }
    if (hasNew) {
      const count = await session.execute(
        `UPDATE networks SET state = 'halted', halt_reason = $2
         WHERE network_id = $1 AND state <> 'halted'`,
        [file.networkId, NEW],
      );
      if (count > 0) changes.push(`${file.name} is halted until two operators open it again`);
    }
    if (isTrial) throw new Trial();
  };
  await database.transaction(work).catch((error: unknown) => {
    if (!(error instanceof Trial)) throw error;
  });
  return changes;
}

/** Make the handlers. */
export function createNetworkHandlers(parts: ToolParts): OperatorHandlers {
  return {
    'network.list': async () => {
      const rows = await parts.database.query<{
        network_id: number;
        name: string;
        family: string;
        state: string;
        halt_reason: string;
        height: number | null;
        head_height: number | null;
        coins: readonly number[];
      }>(
        `SELECT network_id, name, family, state, halt_reason, height, head_height, ARRAY(
             SELECT asset_id FROM network_assets AS listed
             WHERE listed.network_id = networks.network_id ORDER BY asset_id) AS coins
         FROM networks LEFT JOIN chain_cursor USING (network_id) ORDER BY network_id`,
      );
      return {
        networks: rows.map((row) => ({
          networkId: row.network_id,
          name: row.name,
          family: row.family,
          state: row.halt_reason === '' ? row.state : `${row.state}: ${row.halt_reason}`,
          // -1: custody has not reached a node of it yet.
          readTo: row.height ?? -1,
          endsAt: row.head_height ?? -1,
          coins: row.coins.map((id) => parts.markets.coinById(id)?.shortName ?? id).join(' '),
        })),
      };
    },
    'network.set': async ({ text, isTrial }) => {
      const file = parseNetworkFile(text);
      return { networkId: file.networkId, changes: await setAll(parts, file, isTrial) };
    },
  };
}
