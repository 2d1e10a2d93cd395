// Everything a person owns, over all their accounts: one total, a part for each account, a line for
// each coin. Balances are the engine's; values are last prices of our own markets. A coin without
// a market has no value and stands in the list all the same. Called by routes.ts.
import { AccountType } from '@isobath/core';
import type { AccountDirectory } from '../../base/accounts/index.ts';
import type { Coin, MarketRegistry, Valuer } from '../../base/market/index.ts';
import type { UnitBalance } from '../../base/modules/index.ts';

/** Account types of people, in the order that pages show. */
export const personalTypes = [
  AccountType.spot,
  AccountType.crossMargin,
  AccountType.isolatedMargin,
  AccountType.contract,
  AccountType.wealth,
  AccountType.c2c,
] as const;

/** An account type of people. */
export type PersonalType = (typeof personalTypes)[number];

/** What the overview is made from. */
export interface OverviewParts {
  readonly accounts: AccountDirectory;
  readonly markets: MarketRegistry;
  /** Balances of one account that are not zero; none when it is not opened. */
  readonly readAccountUnits: (
    ownerId: number,
    accountType: AccountType,
    scope: number,
  ) => Promise<readonly UnitBalance[]>;
}

/** What one has of a coin over all accounts, in its base units. */
export interface CoinSum {
  readonly coin: Coin;
  availableUnits: bigint;
  heldUnits: bigint;
}

/** What one owns; values in units of USDT. */
export interface Overview {
  readonly totalUnits: bigint;
  readonly accounts: readonly {
    readonly type: PersonalType;
    readonly isOpened: boolean;
    readonly units: bigint;
  }[];
  readonly coins: readonly CoinSum[];
}

/** Read all accounts of a person. @param valuer - of one moment. */
export async function readOverview(
  parts: OverviewParts,
  ownerId: number,
  valuer: Valuer,
): Promise<Overview> {
  const { accounts, markets } = parts;
  const coins = new Map<number, CoinSum>();

  async function sumAccount(type: PersonalType) {
    const scopes = accounts.listScopes(ownerId, type);
    let units = 0n;
    for (const scope of scopes) {
      for (const balance of await readShownUnits(parts, { ownerId, type, scope })) {
        const coin = markets.coinById(balance.assetId);
        if (coin === undefined) continue;
        const sum = coins.get(coin.coinId) ?? { coin, availableUnits: 0n, heldUnits: 0n };
        sum.availableUnits += balance.availableUnits;
        sum.heldUnits += balance.heldUnits;
        coins.set(coin.coinId, sum);
        units += valuer.value(coin, balance.availableUnits + balance.heldUnits) ?? 0n;
      }
    }
    return { type, isOpened: scopes.length > 0, units };
  }

  const parted = await Promise.all(personalTypes.map(sumAccount));
  const valueOf = (sum: CoinSum) =>
    valuer.value(sum.coin, sum.availableUnits + sum.heldUnits) ?? 0n;
  return {
    totalUnits: parted.reduce((sum, { units }) => sum + units, 0n),
    accounts: parted,
    coins: [...coins.values()].sort((one, two) => compareUnits(valueOf(two), valueOf(one))),
  };
}

/** An account of a person. */
interface AccountOfPerson {
  readonly ownerId: number;
  readonly type: AccountType;
  readonly scope: number;
}

/** Balances of an account as people see them: what is on its way out is held in spot. */
export async function readShownUnits(
  { readAccountUnits }: Pick<OverviewParts, 'readAccountUnits'>,
  { ownerId, type, scope }: AccountOfPerson,
): Promise<readonly UnitBalance[]> {
  const balances = await readAccountUnits(ownerId, type, scope);
  if (type !== AccountType.spot) return balances;
  return addOutgoing(balances, await readAccountUnits(ownerId, AccountType.outgoing, 0));
}

/** Spot balances with what is on its way out as held. */
export function addOutgoing(
  spot: readonly UnitBalance[],
  outgoing: readonly UnitBalance[],
): readonly UnitBalance[] {
  if (outgoing.length === 0) return spot;
  const byAsset = new Map(spot.map((balance) => [balance.assetId, balance]));
  for (const { assetId, availableUnits, heldUnits } of outgoing) {
    const known = byAsset.get(assetId) ?? { assetId, availableUnits: 0n, heldUnits: 0n };
    const units = known.heldUnits + availableUnits + heldUnits;
    byAsset.set(assetId, { ...known, heldUnits: units });
  }
  return [...byAsset.values()];
}

function compareUnits(one: bigint, two: bigint): number {
  if (one === two) return 0;
  return one < two ? -1 : 1;
}

/** Numbers of a person's accounts, of one type or of all; what is on its way out is of spot. */
export function listAccountIds(
  accounts: AccountDirectory,
  ownerId: number,
  type: PersonalType | undefined,
): number[] {
  const shown: readonly AccountType[] = type === undefined ? personalTypes : [type];
  const types = shown.includes(AccountType.spot) ? [...shown, AccountType.outgoing] : shown;
  return types.flatMap((each) =>
    accounts
      .listScopes(ownerId, each)
      .map((scope) => accounts.readAccount(ownerId, each, scope))
      .filter((accountId) => accountId !== undefined),
  );
}
