// Takes what the page of local chains asks, one after the other, and writes down what it sees of
// the chains. Not how rows get there (../chain-requests.ts).
// Called by the process of local chains.

import type { Database } from '../../base/db/index.ts';
import type { Keeper } from './keeper.ts';
import type { Outside } from './outside.ts';

const LOOK_EVERY_MS = 1_000;
/** What the wallet outside holds changes with blocks alone; it is looked at anew at times. */
const SEE_EVERY_MS = 30_000;
const KEPT_MAX = 500;

/** A chain that takes requests. */
export interface Desk {
  readonly networkId: number;
  readonly keeper: Keeper;
  readonly outside: Outside;
}

/** What they stand on. */
export interface RequestParts {
  readonly database: Database;
  readonly desks: readonly Desk[];
  readonly report: (text: string, error?: unknown) => void;
  readonly readNowMs: () => number;
}

interface Request {
  request_id: number;
  network_id: number;
  kind: 'send' | 'mine' | 'reorganise';
  contract: string | null;
  address: string;
  raw: string;
  count: number;
  is_last_left_out: boolean;
}

/** Why a request was not done, as the page says it. */
class Failure extends Error {
  readonly word: 'address' | 'balance' | 'other';

  constructor(word: Failure['word']) {
    super(word);
    this.word = word;
  }
}

async function send({ outside }: Desk, request: Request): Promise<string> {
  const { address, contract } = request;
  const raw = BigInt(request.raw);
  if (!outside.isAddress(address)) throw new Failure('address');
  const { hash } = await outside.port.readHead();
  const held = await outside.port.readHoldings([outside.address], hash);
  const asset = contract || 'native';
  const own = held.find((holding) => holding.asset === asset)?.raw ?? 0n;
  if (own < raw) throw new Failure('balance');
  return outside.pay(address, raw, contract ?? '');
}

async function readLastPayment(database: Database, networkId: number): Promise<string[]> {
  const rows = await database.query<{ tx_hash: string }>(
    `SELECT tx_hash FROM sandbox_chain_requests
     WHERE network_id = $1 AND kind = 'send' AND state = 'done'
     ORDER BY request_id DESC LIMIT 1`,
    [networkId],
  );
  return rows.map(({ tx_hash: txHash }) => txHash);
}

/** @returns the hash of a payment, else "". */
async function carryOut(database: Database, desk: Desk, request: Request): Promise<string> {
  const { keeper, networkId } = desk;
  if (request.kind === 'send') return send(desk, request);
  if (request.kind === 'mine') {
    await keeper.mine(request.count);
    return '';
  }
  const { height } = await desk.outside.port.readHead();
  if (height <= request.count) throw new Failure('other');
  const without = request.is_last_left_out ? await readLastPayment(database, networkId) : [];
  await keeper.reorganise({
    depth: request.count,
    ...(without.length === 0 ? {} : { without }),
  });
  return '';
}

async function takeOne({ database, desks, report }: RequestParts): Promise<boolean> {
  const [request] = await database.query<Request>(
    `WITH next AS (
       SELECT request_id FROM sandbox_chain_requests
       WHERE state = 'waiting' AND network_id = ANY($1) ORDER BY request_id LIMIT 1)
     UPDATE sandbox_chain_requests AS asked SET state = 'taken' FROM next
     WHERE asked.request_id = next.request_id
     RETURNING asked.request_id, network_id, kind, address, raw::text, count, is_last_left_out,
       (SELECT contract FROM network_assets AS listed WHERE listed.network_id = asked.network_id
          AND listed.asset_id = asked.asset_id) AS contract`,
    [desks.map(({ networkId }) => networkId)],
  );
  const desk = desks.find(({ networkId }) => networkId === request?.network_id);
  if (request === undefined || desk === undefined) return false;
  let ended = { state: 'done', txHash: '', reason: '' };
  try {
    ended = { ...ended, txHash: await carryOut(database, desk, request) };
  } catch (error) {
    if (!(error instanceof Failure)) report('a local chain did not do what was asked', error);
    ended = { ...ended, state: 'failed', reason: error instanceof Failure ? error.word : 'other' };
  }
  await database.execute(
    `UPDATE sandbox_chain_requests SET state = $2, tx_hash = $3, reason = $4
     WHERE request_id = $1`,
    [request.request_id, ended.state, ended.txHash, ended.reason],
  );
  return true;
}

/** What was taken before the process ended may have been done or not: it is not done twice. */
async function begin(database: Database): Promise<void> {
  await database.execute(
    `UPDATE sandbox_chain_requests SET state = 'failed', reason = 'other' WHERE state = 'taken'`,
  );
  await database.execute(
    `DELETE FROM sandbox_chain_requests WHERE state IN ('done', 'failed') AND request_id <=
       (SELECT max(request_id) FROM sandbox_chain_requests) - $1`,
    [KEPT_MAX],
  );
}

/** Writes down what it sees of a chain, when that is new or long ago. */
function createSight({ database, readNowMs }: RequestParts, { networkId, outside }: Desk) {
  let seen = { hash: '', atMs: 0 };
  return async (): Promise<void> => {
    const { height, hash } = await outside.port.readHead();
    const atMs = readNowMs();
    if (seen.hash === hash && atMs < seen.atMs + SEE_EVERY_MS) return;
    const held = await outside.port.readHoldings([outside.address], hash);
    const listed = await database.query<{ asset_id: number; contract: string }>(
      'SELECT asset_id, contract FROM network_assets WHERE network_id = $1',
      [networkId],
    );
    const holdings = listed.map(({ asset_id: assetId, contract }) => {
      const raw = held.find(({ asset }) => asset === (contract || 'native'))?.raw ?? 0n;
      return [assetId, String(raw)];
    });
    await database.execute(
      `INSERT INTO sandbox_chains (network_id, height, outside_address, holdings, seen_at_ms)
       VALUES ($1, $2, $3, $4, $5) ON CONFLICT (network_id) DO UPDATE SET
         height = EXCLUDED.height, outside_address = EXCLUDED.outside_address,
         holdings = EXCLUDED.holdings, seen_at_ms = EXCLUDED.seen_at_ms`,
      [networkId, height, outside.address, JSON.stringify(Object.fromEntries(holdings)), atMs],
    );
    seen = { hash, atMs };
  };
}

/** Take requests from now on. @returns ends it, when the one under way is done. */
export function serveChainRequests(parts: RequestParts): () => Promise<void> {
  const { database, desks, report } = parts;
  const sights = desks.map((desk) => createSight(parts, desk));
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  async function look(): Promise<void> {
    while (!isStopped && (await takeOne(parts)));
    for (const see of sights) await see();
  }
  let looking = begin(database).catch((error: unknown) =>
    report('requests of a start before stay taken', error),
  );
  function lookOn(): void {
    looking = looking
      .then(look)
      .catch((error: unknown) => {
        if (!isStopped) report('local chains were not looked at', error);
      })
      .then(() => {
        if (!isStopped) timer = setTimeout(lookOn, LOOK_EVERY_MS);
      });
  }
  lookOn();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await looking;
  };
}
