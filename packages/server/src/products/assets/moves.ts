// Every movement of a person's money, from the projection: page by page, where a transfer between
// two of the accounts that are shown is one line, or as a file, where each account's part is a row.
// Called by routes.ts.
import { AccountType, TransferReason } from '@isobath/core';
import { formatDecimal } from '@isobath/core/math';
import { assetsRoutes, type RouteAnswer } from '@isobath/wire';
import type { AccountDirectory } from '../../base/accounts/index.ts';
import type { Database } from '../../base/db/index.ts';
import type { MarketRegistry } from '../../base/market/index.ts';
import { type RouteHandler, serve } from '../../base/product/index.ts';
import { fileHeaders, makeClock, sendCsv } from '../../base/csv-export/index.ts';
import { listAccountIds, type PersonalType } from './overview.ts';
import { showReason } from './reasons.ts';

/** A movement of a person's money as its table keeps it. */
export interface MoveRecord {
  move_id: number;
  sequence: number;
  at_ms: number;
  asset_id: number;
  change_units: string;
  reason: number;
  reference: number;
  /** Units of USDT at that moment, signed as the change; null = nothing priced it. */
  value_units: string | null;
}

type MovePage = RouteAnswer<typeof assetsRoutes.moves>;

/** A movement with its account and, of a transfer between own accounts, the account opposite. */
interface MoveRow extends MoveRecord {
  account_id: number;
  other_id: number | null;
}

interface MoveQuery {
  readonly coinId?: number | undefined;
  readonly type?: number | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

const PAGE_ROWS = 50;
const FILE_PAGE_ROWS = 1_000;

/**
 * Movements of some accounts. Both parts of a transfer between own accounts are written one behind
 * the other, the giving one first; it is left out where the taking one is shown too. What a
 * withdrawal sets aside and gives back is no movement: it is held in the spot account.
 */
const MOVES = `SELECT moves.*, other.account_id AS other_id FROM balance_moves AS moves
  LEFT JOIN balance_moves AS other ON moves.reason = ${TransferReason.betweenAccounts}
    AND other.move_id = moves.move_id + CASE WHEN moves.change_units < 0 THEN 1 ELSE -1 END
    AND other.owner_id = moves.owner_id AND other.sequence = moves.sequence
    AND other.reason = moves.reason AND other.asset_id = moves.asset_id
    AND other.change_units = -moves.change_units
  WHERE moves.owner_id = $1
    AND ($2::bigint[] IS NULL OR moves.account_id = ANY($2::bigint[]))
    AND ($3::int IS NULL OR moves.asset_id = $3) AND ($4::bigint IS NULL OR moves.move_id < $4)
    AND ($5 OR moves.change_units > 0 OR other.account_id IS NULL
      OR other.account_id <> ALL($2::bigint[]))
    AND (moves.reason <> ${TransferReason.betweenAccounts}
      OR moves.account_id <> ALL($7::bigint[])
        AND coalesce(other.account_id <> ALL($7::bigint[]), true))
  ORDER BY moves.move_id DESC LIMIT $6`;

const typeWords = new Map(
  Object.entries(AccountType).map(([word, type]) => [
    type as number,
    word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  ]),
);

/** Handlers of the asset history. */
export function createMoveRoutes(parts: {
  readonly database: Database;
  readonly markets: MarketRegistry;
  readonly accounts: AccountDirectory;
  /** Wait until the step that is asked for is in the tables. */
  readonly waitForStep: (query: { minSeq?: string | undefined }) => Promise<void>;
}): RouteHandler[] {
  const { database, markets, accounts, waitForStep } = parts;
  /** What is on its way out is shown in the spot account. */
  function typeOf(accountId: number): number {
    const { accountType = 0 } = accounts.readPlace(accountId) ?? {};
    return accountType === AccountType.outgoing ? AccountType.spot : accountType;
  }

  async function readRows(ownerId: number, query: MoveQuery, isEachPart: boolean) {
    const { coinId = null, cursor = null, limit, type } = query;
    const accountIds =
      type === undefined ? null : listAccountIds(accounts, ownerId, type as PersonalType);
    const rows = await database.query<MoveRow>(MOVES, [
      ownerId,
      accountIds,
      coinId,
      cursor,
      isEachPart,
      limit + 1,
      [accounts.readAccount(ownerId, AccountType.outgoing, 0) ?? 0],
    ]);
    const page = rows.slice(0, limit);
    return { page, nextCursor: rows.length > limit ? String(page.at(-1)?.move_id) : '' };
  }

  /** From where to where, of a transfer between own accounts. */
  function showWay({ account_id, other_id, change_units }: MoveRow) {
    if (other_id === null) return { fromType: null, toType: null };
    const [from, to] = BigInt(change_units) < 0n ? [account_id, other_id] : [other_id, account_id];
    return { fromType: typeOf(from), toType: typeOf(to) };
  }

  function showMove(row: MoveRow): MovePage['rows'][number] {
    const coin = markets.coinById(row.asset_id);
    return {
      seq: String(row.sequence),
      at: row.at_ms,
      coinId: row.asset_id,
      asset: coin?.shortName ?? String(row.asset_id),
      change: formatDecimal(BigInt(row.change_units), coin?.scale ?? 0),
      reason: showReason(row.reason),
      reference: String(row.reference),
      ...showWay(row),
    };
  }

  return [
    serve(assetsRoutes.moves, async ({ caller, query }) => {
      await waitForStep(query);
      const requested = { ...query, limit: query.limit ?? PAGE_ROWS };
      const { page, nextCursor } = await readRows(caller.ownerId, requested, false);
      return { rows: page.map(showMove), nextCursor };
    }),
    serve(assetsRoutes.movesFile, async ({ caller, query, setHeader }) => {
      const { zone, ...requested } = query;
      const clock = makeClock(zone);
      for (const [name, value] of fileHeaders('asset-history.csv')) setHeader(name, value);
      return sendCsv<MoveRow>({
        heads: [...clock.heads, 'sequence', 'account', 'coin', 'change', 'reason', 'reference'],
        async read(cursor) {
          const from = cursor === '' ? {} : { cursor };
          const part = { ...requested, ...from, limit: FILE_PAGE_ROWS };
          const { page, nextCursor } = await readRows(caller.ownerId, part, true);
          return { rows: page, nextCursor };
        },
        write(row) {
          const { at, seq, asset, change, reason, reference } = showMove(row);
          const account = typeWords.get(typeOf(row.account_id)) ?? '';
          return [...clock.write(at), seq, account, asset, change, reason, reference];
        },
      });
    }),
  ];
}
