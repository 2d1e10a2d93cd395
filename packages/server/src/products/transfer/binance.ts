// Transfers between one's own accounts in the words of the trading dialect: which accounts a kind
// such as MAIN_MARGIN means, and what was moved. It moves nothing itself: the same operation as on
// the pages does. An account that must be agreed to is not opened from here. Called by the edge.
import { AccountType } from '@isobath/core';
import { formatDecimal } from '@isobath/core/math';
import { apiTransferRoutes, type TransferType } from '@isobath/wire';
import type { Database } from '../../base/db/index.ts';
import { BinanceError, type BinanceSymbols } from '../../base/binance-api/index.ts';
import type { Coin, MarketRegistry } from '../../base/market/index.ts';
import { type RouteHandler, serve } from '../../base/product/index.ts';
import type { Side, TransferOperation } from './operations.ts';
import { isOfPair } from './rules.ts';

/** What the calls stand on. */
export interface TransferBinanceParts {
  readonly database: Database;
  readonly markets: MarketRegistry;
  readonly symbols: BinanceSymbols;
  readonly transfer: TransferOperation;
  /** Wait until a person's newest step is in the tables. */
  readonly settle: (ownerId: number) => Promise<void>;
}

/** Accounts by the dialect's names. */
const ACCOUNTS: Readonly<Record<string, TransferType>> = {
  MAIN: AccountType.spot,
  FUNDING: AccountType.c2c,
  UMFUTURE: AccountType.contract,
  MARGIN: AccountType.crossMargin,
  ISOLATEDMARGIN: AccountType.isolatedMargin,
};
/** Accounts of the dialect that this exchange has no product for. */
const ELSEWHERE = ['CMFUTURE', 'OPTION', 'PORTFOLIO', 'PORTFOLIOMARGIN'];

const PAGE_ROWS = 10;

interface TransferRecord {
  transfer_id: number;
  asset_id: number;
  amount_units: string;
  at_ms: number;
  total: number;
}

interface Symbols {
  readonly fromSymbol?: string | undefined;
  readonly toSymbol?: string | undefined;
}

/**
 * The two account types of a kind.
 *
 * @throws BinanceError -1130 when it is none, -1020 when it is of a product that does not exist.
 */
function readTypes(kind: string): [source: TransferType, target: TransferType] {
  // Both ways of writing occur.
  const joined = kind
    .replaceAll('ISOLATED_MARGIN', 'ISOLATEDMARGIN')
    .replaceAll('PORTFOLIO_MARGIN', 'PORTFOLIOMARGIN');
  const names = joined.split('_');
  const isKnown = (name: string) => Object.hasOwn(ACCOUNTS, name) || ELSEWHERE.includes(name);
  const [from = '', to = ''] = names;
  const isSame = from === to && from !== 'ISOLATEDMARGIN';
  if (names.length !== 2 || isSame || !isKnown(from) || !isKnown(to)) {
    throw new BinanceError('parameter_invalid', ['type']);
  }
  const [source, target] = [ACCOUNTS[from], ACCOUNTS[to]];
  if (source === undefined || target === undefined) {
    throw new BinanceError('unsupported_operation');
  }
  return [source, target];
}

/** Make the calls. */
export function createTransferBinance(parts: TransferBinanceParts): RouteHandler[] {
  const { database, markets, symbols, transfer } = parts;

  /** An isolated account is that of a pair. @throws BinanceError -1102, -1121. */
  function readSide(type: TransferType, field: keyof Symbols, query: Symbols): Side {
    const name = query[field];
    if (type !== AccountType.isolatedMargin) {
      if (name !== undefined) throw new BinanceError('not_required', [field]);
      return { type, scope: 0 };
    }
    if (name === undefined) throw new BinanceError('parameter_missing', [field]);
    return { type, scope: symbols.read(name).instrumentId };
  }

  function readSides(query: { type: string } & Symbols): [source: Side, target: Side] {
    const [source, target] = readTypes(query.type);
    return [readSide(source, 'fromSymbol', query), readSide(target, 'toSymbol', query)];
  }

  function checkPair({ scope }: Side, coin: Coin): void {
    const pair = scope === 0 ? undefined : markets.marketById(scope);
    if (pair !== undefined && !isOfPair(pair, coin)) throw new BinanceError('asset_not_of_pair');
  }

  return [
    serve(apiTransferRoutes.transfer, async ({ query, caller, idempotencyKey }) => {
      const [source, target] = readSides(query);
      const coin = markets.coinByName(query.asset);
      if (coin === undefined || coin.isMock) throw new BinanceError('asset_unknown');
      checkPair(source, coin);
      checkPair(target, coin);
      const moved = await transfer(
        {
          source: source.type,
          sourceTradeId: source.scope,
          target: target.type,
          targetTradeId: target.scope,
          coinId: coin.coinId,
          amount: query.amount,
          isOpening: false,
        },
        { caller, idempotencyKey },
        caller.locale,
      );
      return { tranId: moved.transferId };
    }),
    serve(apiTransferRoutes.transfers, async ({ query, caller }) => {
      const [source, target] = readSides(query);
      await parts.settle(caller.ownerId);
      const size = query.size ?? PAGE_ROWS;
      const rows = await database.query<TransferRecord>(
        `SELECT transfer_id, asset_id, amount_units, at_ms, (count(*) OVER ())::int AS total
         FROM account_transfers WHERE owner_id = $1
         AND source_type = $2 AND source_scope = $3 AND target_type = $4 AND target_scope = $5
         AND ($6::bigint IS NULL OR at_ms >= $6) AND ($7::bigint IS NULL OR at_ms <= $7)
         ORDER BY transfer_id DESC LIMIT $8 OFFSET $9`,
        [
          caller.ownerId,
          source.type,
          source.scope,
          target.type,
          target.scope,
          query.startTime ?? null,
          query.endTime ?? null,
          size,
          ((query.current ?? 1) - 1) * size,
        ],
      );
      return {
        total: rows[0]?.total ?? 0,
        rows: rows.map((row) => {
          const coin = markets.coinById(row.asset_id);
          return {
            asset: coin?.shortName ?? String(row.asset_id),
            amount: formatDecimal(BigInt(row.amount_units), coin?.scale ?? 0),
            type: query.type,
            status: 'CONFIRMED',
            tranId: row.transfer_id,
            timestamp: row.at_ms,
          };
        }),
      };
    }),
  ];
}
