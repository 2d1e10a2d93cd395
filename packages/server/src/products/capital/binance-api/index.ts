// Deposits and withdrawals in the words of the trading dialect: coins with their networks, where to
// deposit, what was deposited. The same operations as the site's. Called by ../start.ts.
import { AccountType } from '@isobath/core';
import { formatDecimal } from '@isobath/core/math';
import { apiCapitalRoutes } from '@isobath/wire';
import { BinanceError } from '../../../base/binance-api/index.ts';
import type { Database } from '../../../base/db/index.ts';
import type { Coin, MarketRegistry } from '../../../base/market/index.ts';
import type { Platform } from '../../../base/modules/index.ts';
import { type RouteHandler, serve } from '../../../base/product/index.ts';
import type { DepositAddresses } from '../addresses.ts';
import type { DepositReader } from '../deposits/records.ts';
import { nameNetworks } from './network-names.ts';
import {
  type ListedCoin,
  type NamedCoins,
  readListedCoins,
  showListedCoin,
} from './listed-coins.ts';
import { readSpan, ROWS_MAX } from './span.ts';
import { createWithdrawalCalls, type WithdrawalCallParts } from './withdrawals.ts';

/** What the calls stand on. */
export interface CapitalBinanceParts
  extends Pick<WithdrawalCallParts, 'readNowMs' | 'searchWithdrawals' | 'submit'> {
  readonly database: Database;
  readonly markets: Pick<MarketRegistry, 'listCoins' | 'coinById' | 'coinByName'>;
  readonly addresses: DepositAddresses;
  readonly readUnits: Platform['readUnits'];
  readonly readAccountUnits: Platform['readAccountUnits'];
  readonly readDeposits: DepositReader;
}

/** The dialect's states by ours: 1 credited, 7 not counted or rolled back, otherwise 0. */
const STATES: Readonly<Record<number, number>> = { 1: 0, 2: 0, 3: 1, 4: 7, 7: 7, 10: 0, 11: 0 };
const listStatuses = (state: number) =>
  Object.keys(STATES)
    .map(Number)
    .filter((status) => STATES[status] === state);

/** A coin by name. @throws BinanceError -4018 when there is no such coin. */
function readCoin({ markets }: CapitalBinanceParts, name: string): Coin {
  const coin = markets.coinByName(name);
  if (coin === undefined || coin.isMock) throw new BinanceError('coin_unknown');
  return coin;
}

/** What networks list, and their names here. */
async function readNamed({ database, markets }: CapitalBinanceParts): Promise<NamedCoins> {
  const listed = await readListedCoins(database);
  return { listed, names: nameNetworks(listed, markets) };
}

/** Make the calls. */
export function createCapitalBinance(parts: CapitalBinanceParts): RouteHandler[] {
  return [
    ...createCoinCalls(parts),
    ...createDepositCalls(parts),
    ...createWithdrawalCalls({
      ...parts,
      readCoin: (name) => readCoin(parts, name),
      readNamed: () => readNamed(parts),
    }),
  ];
}

function createCoinCalls(parts: CapitalBinanceParts): RouteHandler[] {
  const { database, markets } = parts;
  return [
    serve(apiCapitalRoutes.coins, async ({ caller }) => {
      const [{ balances }, outgoing, { listed, names }] = await Promise.all([
        parts.readUnits(caller.ownerId, 0),
        parts.readAccountUnits(caller.ownerId, AccountType.outgoing, 0),
        readNamed(parts),
      ]);
      const leaving = new Map(outgoing.map((balance) => [Number(balance.assetId), balance]));
      const owned = new Map(balances.map((balance) => [Number(balance.assetId), balance]));
      const show = (coin: Coin, units = 0n) => formatDecimal(units, coin.scale);
      return markets
        .listCoins()
        .filter((coin) => !coin.isMock)
        .map((coin) => {
          const own = listed.filter(({ assetId }) => assetId === coin.coinId);
          const networkList = own.map((one) => showListedCoin(one, coin, names));
          return {
            coin: coin.shortName,
            name: coin.name,
            free: show(coin, owned.get(coin.coinId)?.availableUnits),
            locked: show(coin, owned.get(coin.coinId)?.heldUnits),
            freeze: '0',
            withdrawing: show(coin, leaving.get(coin.coinId)?.availableUnits),
            ipoing: '0',
            ipoable: '0',
            storage: '0',
            isLegalMoney: false,
            trading: true,
            depositAllEnable: networkList.some(({ depositEnable }) => depositEnable),
            withdrawAllEnable: networkList.some(({ withdrawEnable }) => withdrawEnable),
            networkList: networkList.map((one, at) => ({ ...one, isDefault: at === 0 })),
          };
        });
    }),
    serve(apiCapitalRoutes.assetDetail, async ({ query: { asset } }) => {
      const listed = await readListedCoins(database);
      const coins = asset === undefined ? markets.listCoins() : [readCoin(parts, asset)];
      const details = coins
        .filter((coin) => !coin.isMock)
        .map((coin) => {
          const own = listed.filter(({ assetId }) => assetId === coin.coinId);
          const sent = own.filter(({ isSent }) => isSent);
          const [cheapest] = sent.toSorted((one, two) => Number(one.feeUnits - two.feeUnits));
          return [
            coin.shortName,
            {
              minWithdrawAmount: formatDecimal(cheapest?.withdrawUnitsMin ?? 0n, coin.scale),
              depositStatus: own.some(({ isTaken }) => isTaken),
              withdrawFee: Number(formatDecimal(cheapest?.feeUnits ?? 0n, coin.scale)),
              withdrawStatus: sent.length > 0,
            },
          ] as const;
        });
      return Object.fromEntries(details);
    }),
  ];
}

function createDepositCalls(parts: CapitalBinanceParts): RouteHandler[] {
  const { markets, addresses } = parts;
  return [
    serve(apiCapitalRoutes.deposits, async ({ caller, query }) => {
      const { coin, status, offset = 0, limit = ROWS_MAX, txId = '' } = query;
      const { names } = await readNamed(parts);
      const { rows } = await parts.readDeposits(caller.ownerId, {
        coinId: coin === undefined ? undefined : readCoin(parts, coin).coinId,
        statuses: status === undefined ? undefined : listStatuses(status),
        ...readSpan(query, parts.readNowMs(), true),
        text: txId,
        offset,
        limit,
      });
      return rows.map((row) => ({
        id: row.id,
        amount: row.amount,
        coin: markets.coinById(row.coinId)?.shortName ?? '',
        network: names.get(row.networkId) ?? '',
        status: STATES[row.status] ?? 0,
        address: row.address,
        addressTag: row.memo,
        txId: row.txHash,
        insertTime: row.at,
        transferType: row.networkId === 0 ? 1 : 0,
        confirmTimes: `${Math.min(row.confirmations, row.needed)}/${row.needed}`,
        unlockConfirm: row.needed,
        walletType: 0,
      }));
    }),
    serve(apiCapitalRoutes.depositAddress, async ({ caller, query }) => {
      const coin = readCoin(parts, query.coin);
      const { listed, names } = await readNamed(parts);
      const isAsked = (one: ListedCoin) =>
        one.assetId === coin.coinId &&
        (query.network === undefined || names.get(one.networkId) === query.network);
      const found = listed.find((one) => isAsked(one) && one.isTaken);
      if (found === undefined) throw new BinanceError('deposit_closed');
      const request = { ownerId: caller.ownerId, family: found.network.family };
      const { address } = await addresses.readSelected(request);
      const { explorer } = found.network;
      const url = explorer === '' ? '' : `${explorer}/address/${address}`;
      return { address, coin: coin.shortName, tag: '', url };
    }),
  ];
}
