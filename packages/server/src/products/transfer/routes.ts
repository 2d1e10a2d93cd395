// Calls of transfers between one's own accounts: what can be moved, moving it, what was moved, and
// the balances of each account. Called by the edge.
import { formatDecimal } from '@isobath/core/math';
import { AccountType } from '@isobath/core';
import { type PageAccountType, type TransferType, transferRoutes } from '@isobath/wire';
import type { Coin, Valuer } from '../../base/market/index.ts';
import type { UnitBalance } from '../../base/modules/index.ts';
import { type RouteHandler, serve } from '../../base/product/index.ts';
import { createHistoryRoutes } from './history.ts';
import { createTransferBinance, type TransferBinanceParts } from './binance.ts';
import {
  createTransferOperation,
  type TransferBody,
  type TransferOperationParts,
} from './operations.ts';
import { createTransferRules, isOfPair, type TransferRules } from './rules.ts';

/** What the calls stand on. */
export interface TransferParts
  extends Omit<TransferOperationParts, 'rules'>,
    Omit<TransferBinanceParts, 'transfer'> {
  /** Balances of an account that are not zero; none when it is not opened. */
  readonly readUnits: (
    ownerId: number,
    accountType: PageAccountType,
    scope: number,
  ) => Promise<readonly UnitBalance[]>;
  readonly valuer: Valuer;
  /** What one USDT is worth in a currency, undefined when it is not offered. */
  readonly readCurrencyRate: (currencyCode: string) => Promise<string | undefined>;
}

/** More decimals than this are not offered to type; the engine takes all that the coin has. */
const PRECISION_MAX = 8;

/** The pair that an account is of: only an isolated one is, whatever pair the other side is of. */
const scopeOf = (type: TransferType, tradeId: number): number =>
  type === AccountType.isolatedMargin ? tradeId : 0;

/** Handlers of transfers. */
export function createTransferRoutes(given: TransferParts): RouteHandler[] {
  const { database, valuer } = given;
  const parts: Parts = {
    ...given,
    rules: createTransferRules(database),
    showWorth: (coin, units) => valuer.show(valuer.value(coin, units), 'USDT'),
    readAvailable: async (ownerId, type, scope) => {
      const balances = await given.readUnits(ownerId, type, scope);
      return new Map(balances.map((balance) => [balance.assetId, balance.availableUnits]));
    },
  };
  const transfer = createTransferOperation(parts);
  return [
    ...createChoiceRoutes(parts),
    createWalletRoute(parts),
    serve(transferRoutes.submit, async ({ caller, body, idempotencyKey }) => {
      const signs = { caller, idempotencyKey };
      const { sequence, message } = await transfer(body as TransferBody, signs, caller.locale);
      return { seq: String(sequence), coinId: body.coinId, amount: body.amount, message };
    }),
    ...createHistoryRoutes(parts),
    createAccountRoute(parts),
    ...createTransferBinance({ ...given, transfer }),
  ];
}

/** Everything the calls share. */
interface Parts extends TransferParts {
  readonly rules: TransferRules;
  /** Worth in USDT, "" when no market prices the coin. */
  readonly showWorth: (coin: Coin, units: bigint) => string;
  /** What is available of each coin in an account. */
  readonly readAvailable: (
    ownerId: number,
    accountType: TransferType,
    scope: number,
  ) => Promise<ReadonlyMap<number, bigint>>;
}

/** What can be chosen: coins, account types, pairs. */
function createChoiceRoutes(parts: Parts): RouteHandler[] {
  const { markets, rules, readAvailable, valuer } = parts;
  return [
    serve(transferRoutes.coins, async ({ caller, query }) => {
      const scope = scopeOf(query.type, query.tradeId);
      const available = await readAvailable(caller.ownerId, query.type, scope);
      const ruleOf = await rules.read();
      const rate = await parts.readCurrencyRate(query.currency);
      const pair = markets.marketById(query.tradeId);
      return markets
        .listCoins()
        .filter((coin) => !coin.isMock)
        .filter((coin) => pair === undefined || isOfPair(pair, coin))
        .map((coin) => {
          const units = available.get(coin.coinId) ?? 0n;
          const rule = ruleOf(query.type, coin, scope);
          return {
            coinId: coin.coinId as number,
            shortName: coin.shortName,
            name: coin.name,
            webLogo: coin.webLogo,
            available: formatDecimal(units, coin.scale),
            availableCny: valuer.showInCurrency(valuer.value(coin, units), rate),
            transferPrecision: Math.min(coin.scale, PRECISION_MAX),
            transferOutAble: rule.canGoOut,
            transferInAble: rule.canComeIn,
          };
        });
    }),
    serve(transferRoutes.types, async ({ query }) => {
      const coin = markets.coinById(query.coinId);
      const ruleOf = await rules.read();
      const types: TransferType[] = [2, 3, 5, 6, 7];
      const pairs = markets
        .listMarkets()
        .filter((pair) => coin !== undefined && isOfPair(pair, coin))
        .map(({ instrumentId }) => instrumentId as number);
      return types.map((type) => {
        // Isolated margin is open for a coin as long as one of its pairs is.
        const places = type === AccountType.isolatedMargin ? pairs : [0];
        const ruled = coin === undefined ? [] : places.map((place) => ruleOf(type, coin, place));
        return {
          type,
          transferOutAble: ruled.some(({ canGoOut }) => canGoOut),
          transferInAble: ruled.some(({ canComeIn }) => canComeIn),
        };
      });
    }),
    serve(transferRoutes.info, async () => {
      const ruleOf = await rules.read();
      return {
        pairs: markets.listMarkets().map(({ instrumentId, base, quote }) => {
          const ofPair = (coin: Coin) => ruleOf(AccountType.isolatedMargin, coin, instrumentId);
          return {
            tradeId: instrumentId as number,
            base: base.shortName,
            quote: quote.shortName,
            baseTransferinable: ofPair(base).canComeIn,
            quoteTransferinable: ofPair(quote).canComeIn,
            baseTransferoutable: ofPair(base).canGoOut,
            quoteTransferoutable: ofPair(quote).canGoOut,
          };
        }),
      };
    }),
  ];
}

function createWalletRoute({ markets, rules, readAvailable, readNowMs }: Parts): RouteHandler {
  return serve(transferRoutes.wallet, async ({ caller, query }) => {
    const coin = markets.coinById(query.coinId);
    const scale = coin?.scale ?? 0;
    const scope = scopeOf(query.type, query.tradeId);
    const available = await readAvailable(caller.ownerId, query.type, scope);
    const units = available.get(query.coinId) ?? 0n;
    const limit = coin && (await rules.read())(query.type, coin, scope).dayLimitUnits;
    const use = { ownerId: caller.ownerId, type: query.type, coinId: query.coinId };
    const used = limit === undefined ? 0n : await rules.readUsed({ ...use, atMs: readNowMs() });
    const left = limit === undefined ? units : limit > used ? limit - used : 0n;
    return {
      available: formatDecimal(units, scale),
      todayAvailableLimit: formatDecimal(left, scale),
      transferOpenCardInvalid: false,
    };
  });
}

function createAccountRoute({ accounts, markets, readUnits, showWorth, valuer }: Parts) {
  return serve(transferRoutes.account, async ({ caller, query }) => {
    const scopes = accounts.listScopes(caller.ownerId, query.type);
    let worthUnits = 0n;
    const rows = [];
    for (const scope of scopes) {
      const market = markets.marketById(scope);
      const pair = market === undefined ? '' : `${market.base.shortName}/${market.quote.shortName}`;
      for (const balance of await readUnits(caller.ownerId, query.type, scope)) {
        const coin = markets.coinById(balance.assetId);
        if (coin === undefined) continue;
        const totalUnits = balance.availableUnits + balance.heldUnits;
        worthUnits += valuer.value(coin, totalUnits) ?? 0n;
        rows.push({
          tradeId: scope,
          pair,
          coinId: coin.coinId as number,
          asset: coin.shortName,
          name: coin.name,
          available: formatDecimal(balance.availableUnits, coin.scale),
          held: formatDecimal(balance.heldUnits, coin.scale),
          valueUsdt: showWorth(coin, totalUnits),
        });
      }
    }
    return { isOpened: scopes.length > 0, totalUsdt: valuer.show(worthUnits, 'USDT'), rows };
  });
}
