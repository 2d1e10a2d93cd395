// From which account to which a transfer begins. Not the form (TransferForm.tsx).
import { type Read, useRead } from '@isobath/kit';
import { type TransferType, transferRoutes, transferTypes } from '@isobath/wire';
import { hasProduct } from '../../base/account-pages.ts';
import { browserClient } from '../../base/client.ts';
import type { TransferRequest } from '../../base/layers.ts';
import { FIRST_COIN, type Way } from './accounts.ts';

const SPOT = 2;

/** Accounts that are asked whether they have something of a coin, in this order. */
const SOURCES = [5, 6, 3] as const;

/** What is known before a way is chosen. */
export interface WayFacts {
  /** Whether money can be led there: a product uses the account, or an operator's rule opens it. */
  readonly isOpen: (type: TransferType) => boolean;
  /** Whether something lies in the account that is named as source. */
  readonly isNamedHolding: boolean;
  /** The first account beside spot and the target that has something of the coin. */
  readonly holder: TransferType | undefined;
}

/**
 * Choose a way. What lies in an account whose product is not built can leave it; nothing is led
 * there, and nothing is taken from where nothing is: an account that is named all the same, by an
 * address typed by hand, counts as not named.
 *
 * @returns null when there is no other account.
 */
export function chooseWay(request: TransferRequest, facts: WayFacts): Way | null {
  const { source: from, target: to } = request;
  const isUsed = (type: TransferType) => type === SPOT || facts.isOpen(type);
  const source = from !== undefined && (isUsed(from) || facts.isNamedHolding) ? from : undefined;
  const target = to !== undefined && isUsed(to) ? to : undefined;
  const other = transferTypes.find((type) => type !== SPOT && facts.isOpen(type));
  if (target === SPOT) {
    const beside = source ?? facts.holder ?? other;
    return beside === undefined ? null : { source: beside, target };
  }
  if (target !== undefined) return { source: source ?? facts.holder ?? SPOT, target };
  if (source !== undefined && source !== SPOT) return { source, target: SPOT };
  if (other !== undefined) return { source: SPOT, target: other };
  return facts.holder === undefined ? null : { source: facts.holder, target: SPOT };
}

const isSome = (amount: string) => /[1-9]/.test(amount);

async function hasSome(type: TransferType, asset: string): Promise<boolean> {
  const coins = await browserClient().call(transferRoutes.coins, { query: { type, tradeId: 0 } });
  const coin = coins.find(({ shortName }) => shortName === asset);
  return coin !== undefined && isSome(coin.available);
}

async function findHolder(asset: string, target: TransferType | undefined) {
  const others = SOURCES.filter((type) => type !== target);
  const has = await Promise.all(others.map((type) => hasSome(type, asset)));
  return others[has.indexOf(true)];
}

/** Whether anything lies in an account, of any coin and pair. */
async function isHolding(type: TransferType | undefined): Promise<boolean> {
  if (type === undefined || type === SPOT) return false;
  const { rows } = await browserClient().call(transferRoutes.account, { query: { type } });
  return rows.some(({ available }) => isSome(available));
}

async function readFacts(request: TransferRequest, asset: string): Promise<WayFacts> {
  const [types, holder, isNamedHolding] = await Promise.all([
    browserClient().call(transferRoutes.types, { query: { coinId: FIRST_COIN } }),
    findHolder(asset, request.target),
    isHolding(request.source),
  ]);
  const isOpen = (type: TransferType) =>
    hasProduct(type) || types.some((one) => one.type === type && one.transferInAble);
  return { isOpen, isNamedHolding, holder };
}

/** The way of a request; null in it when there is none. */
export function useWay({ source, target, asset = 'USDT' }: TransferRequest): Read<FoundWay> {
  const known =
    source !== undefined && target !== undefined && hasProduct(source) && hasProduct(target)
      ? { source, target }
      : null;
  const read = useRead(
    ['way', source ?? '', target ?? '', asset],
    async () => ({
      way: known ?? chooseWay({ source, target }, await readFacts({ source, target }, asset)),
    }),
    // A form begins with it, and would begin anew.
    { isOnce: true },
  );
  return known === null ? read : { ...read, data: { way: known } };
}

/** What was found. */
export interface FoundWay {
  readonly way: Way | null;
}
