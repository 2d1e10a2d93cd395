// Withdrawals in the words of the trading dialect: asking for one and what became of each. The same
// operation as the site's; an API key pays to saved addresses alone, in place of a proof.
// Called by the calls beside it.
import { randomUUID } from 'node:crypto';
import { apiCapitalRoutes, type RouteAnswer, travelDeclaration } from '@isobath/wire';
import type { Platform } from '../../../base/modules/index.ts';
import { BinanceError } from '../../../base/binance-api/index.ts';
import { listStatesOf } from '../../../base/custody/index.ts';
import type { Coin } from '../../../base/market/index.ts';
import { type CallContext, type RouteHandler, serve } from '../../../base/product/index.ts';
import type { WithdrawBody } from '../withdrawals/known.ts';
import type { WithdrawalRecord, WithdrawalSearch } from '../withdrawals/records.ts';
import type { submitWithdrawal } from '../withdrawals/submit.ts';
import type { NamedCoins } from './listed-coins.ts';
import { readSpan, ROWS_MAX } from './span.ts';
import { translateWithdrawRefusal } from './withdraw-refusals.ts';

type Submitted = Awaited<ReturnType<typeof submitWithdrawal>>;

/** What the calls stand on. */
export interface WithdrawalCallParts {
  readonly markets: Pick<Platform['markets'], 'coinById'>;
  readonly readNowMs: () => number;
  readonly searchWithdrawals: WithdrawalSearch;
  /** The site's operation. */
  readonly submit: (
    call: Pick<CallContext, 'caller' | 'proof'> & { readonly body: WithdrawBody },
  ) => Promise<Submitted>;
  /** @throws BinanceError -4018 */
  readonly readCoin: (name: string) => Coin;
  readonly readNamed: () => Promise<NamedCoins>;
}

/** The dialect's states by ours. */
const STATES: Readonly<Record<number, number>> = {
  1: 2,
  2: 2,
  3: 2,
  4: 4,
  5: 4,
  6: 6,
  7: 1,
  8: 3,
  9: 5,
};
const REJECTED = 8;
const IDS_MAX = 45;

const listStates = (state: number) =>
  Object.keys(STATES)
    .map(Number)
    .filter((status) => STATES[status] === state)
    .flatMap(listStatesOf);

/** `2026-01-31 12:00:00`, in UTC. */
const showMoment = (atMs: number) => new Date(atMs).toISOString().slice(0, 19).replace('T', ' ');

function readIds(text: string | undefined): number[] | undefined {
  const ids = text?.split(',').map(Number);
  if (ids !== undefined && ids.length > IDS_MAX) {
    throw new BinanceError('parameter_invalid', ['idList']);
  }
  return ids;
}

/** @throws BinanceError -1135 when it is no declaration. */
function readTravel(text: string | undefined): WithdrawBody['travel'] {
  if (text === undefined) return undefined;
  try {
    return travelDeclaration.parse(JSON.parse(text));
  } catch {
    throw new BinanceError('json_invalid', ['questionnaire']);
  }
}

/** Make the calls. */
export function createWithdrawalCalls(parts: WithdrawalCallParts): RouteHandler[] {
  const { markets, readNowMs, searchWithdrawals, submit, readCoin, readNamed } = parts;

  /** @throws BinanceError -4019 when no network that was meant sends the coin. */
  async function findNetworkId(coin: Coin, network: string | undefined): Promise<number> {
    const { listed, names } = await readNamed();
    const found = listed.find(
      (one) =>
        one.assetId === coin.coinId &&
        (network === undefined ? one.isSent : names.get(one.networkId) === network),
    );
    if (found?.isSent !== true) throw new BinanceError('withdrawal_closed');
    return found.networkId;
  }

  function show(row: WithdrawalRecord, names: ReadonlyMap<number, string>) {
    const { steps, status } = row;
    const completeMs = steps.find(({ word }) => word === 'complete')?.at;
    return {
      id: row.id,
      amount: row.amount,
      transactionFee: row.fee,
      coin: markets.coinById(row.coinId)?.shortName ?? '',
      status: STATES[status] ?? 0,
      address: row.address,
      addressTag: row.memo,
      txId: row.txHash,
      applyTime: showMoment(row.at),
      ...(completeMs === undefined ? {} : { completeTime: showMoment(completeMs) }),
      network: names.get(row.networkId) ?? '',
      transferType: row.isInside ? 1 : 0,
      withdrawOrderId: row.clientId,
      info: row.reason,
      confirmNo: row.confirmations,
      walletType: 0,
      txKey: '',
    } satisfies RouteAnswer<typeof apiCapitalRoutes.withdrawals>[number];
  }

  return [
    serve(apiCapitalRoutes.withdrawals, async ({ caller, query }) => {
      const { coin, status, offset = 0, limit = ROWS_MAX, withdrawOrderId: clientId } = query;
      const ids = readIds(query.idList);
      const coinId = coin === undefined ? undefined : readCoin(coin).coinId;
      const isNamed = clientId !== undefined || ids !== undefined;
      const { names } = await readNamed();
      const { rows } = await searchWithdrawals(caller.ownerId, {
        ...readSpan(query, readNowMs(), isNamed),
        coinId,
        states: status === undefined ? undefined : listStates(status),
        clientId,
        ids,
        offset,
        limit,
      });
      return rows.map((row) => show(row, names));
    }),
    serve(apiCapitalRoutes.withdraw, async ({ caller, query }) => {
      const coin = readCoin(query.coin);
      const networkId = await findNetworkId(coin, query.network);
      const body: WithdrawBody = {
        coinId: coin.coinId,
        networkId,
        address: query.address,
        memo: query.addressTag ?? '',
        amount: query.amount,
        // As programs know it: what is asked for leaves the account, the fee is part of it.
        isFeeInside: true,
        clientId: query.withdrawOrderId ?? randomUUID().replaceAll('-', ''),
        travel: readTravel(query.questionnaire),
      };
      const call = { caller, body, proof: { sign: '', text: '' } };
      const done = await submit(call).catch((error: unknown) => {
        throw translateWithdrawRefusal(error, { amount: query.amount, nowMs: readNowMs() });
      });
      // The balance was spent meanwhile: the engine decides.
      if (done.status === REJECTED) throw new BinanceError('withdraw_too_much');
      return { id: done.withdrawId };
    }),
  ];
}
