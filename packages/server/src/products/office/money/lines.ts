// Lines of a credit or debit: whose account, which coin, how much; what each would leave. It
// changes nothing. Called when lines are asked about, asked for, and before the first of them is
// done.
import { amountUnitsLimit, cutZeros, formatDecimal, parseDecimal } from '@isobath/core/math';
import type { RequestedLine, CheckedLine, PostingProblem, postingDirections } from '@isobath/wire';
import { NOT_ERASED } from '../../../base/credentials/index.ts';
import type { Database } from '../../../base/db/index.ts';
import type { Coin, MarketRegistry } from '../../../base/market/index.ts';

/** Which way money goes. */
export type Direction = (typeof postingDirections)[number];

/** A line that can be carried out. */
export interface Line {
  readonly ownerId: number;
  readonly assetId: number;
  readonly units: bigint;
}

/** What lines are checked against. */
export interface LineParts {
  readonly database: Database;
  readonly markets: MarketRegistry;
  /** What a person can dispose of in their spot account, by coin; nothing before it is opened. */
  readonly readAvailable: (ownerId: number) => Promise<ReadonlyMap<number, bigint>>;
}

/** A line that was understood as far as possible. */
interface Understood {
  readonly requested: RequestedLine;
  readonly person: { readonly ownerId: number; readonly email: string } | undefined;
  readonly coin: Coin | undefined;
  /** Undefined for what the coin cannot carry. */
  readonly units: bigint | undefined;
}

function parseUnits(amount: string, scale: number): bigint | undefined {
  try {
    const units = parseDecimal(amount, scale);
    return units > 0n && units < amountUnitsLimit ? units : undefined;
  } catch {
    return undefined;
  }
}

async function findPeople(database: Database, names: readonly string[]) {
  const found = await database.query<{ owner_id: number; email: string }>(
    `SELECT owner_id, email FROM users
     WHERE (email = ANY ($1::text[]) OR owner_id = ANY ($2::bigint[])) AND ${NOT_ERASED}`,
    [names, names.filter((name) => /^\d{1,15}$/.test(name)).map(Number)],
  );
  const people = new Map<string, { ownerId: number; email: string }>();
  for (const { owner_id: ownerId, email } of found) {
    people.set(email, { ownerId, email }).set(String(ownerId), { ownerId, email });
  }
  return people;
}

const findProblem = ({ person, coin, units }: Understood): PostingProblem =>
  person === undefined
    ? 'account_unknown'
    : coin === undefined
      ? 'asset_unknown'
      : units === undefined
        ? 'amount_unfit'
        : '';

/** People whose balances are asked for at the same time. */
const REQUESTED_AT_ONCE = 100;

/** Balances as lines change them one after the other. */
function createRunning(parts: LineParts) {
  const people = new Map<number, Map<number, bigint>>();
  return {
    async load(ownerIds: Iterable<number>) {
      const fresh = [...new Set(ownerIds)];
      for (let from = 0; from < fresh.length; from += REQUESTED_AT_ONCE) {
        const group = fresh.slice(from, from + REQUESTED_AT_ONCE);
        const found = await Promise.all(group.map(parts.readAvailable));
        group.forEach((ownerId, place) => people.set(ownerId, new Map(found[place])));
      }
    },
    move(ownerId: number, assetId: number, change: bigint) {
      const balances = people.get(ownerId) ?? new Map<number, bigint>();
      const before = balances.get(assetId) ?? 0n;
      const after = before + change;
      balances.set(assetId, after);
      return { before, after };
    },
  };
}

/** Make the checks. */
export function createLineChecks(parts: LineParts) {
  const { database, markets } = parts;

  /** Understand lines, and say what each would leave. */
  async function check(direction: Direction, lines: readonly RequestedLine[]) {
    const names = lines.map(({ account }) => account.toLowerCase());
    const people = await findPeople(database, names);
    const understood = lines.map((requested, place): Understood => {
      const named = markets.coinByName(requested.asset.toUpperCase());
      const coin = named?.isMock === true ? undefined : named;
      const units = coin && parseUnits(requested.amount, coin.scale);
      return { requested, person: people.get(names[place] ?? ''), coin, units };
    });
    const running = createRunning(parts);
    await running.load(understood.flatMap(({ person }) => person?.ownerId ?? []));
    const ready: Line[] = [];
    const shown = understood.map((one): CheckedLine => {
      const { requested, person, coin, units } = one;
      const published = {
        ownerId: person?.ownerId ?? 0,
        email: person?.email ?? requested.account,
      };
      const problem = findProblem(one);
      const { asset, amount } = requested;
      if (person === undefined || coin === undefined || units === undefined) {
        return { ...published, asset, amount, before: '', after: '', problem };
      }
      ready.push({ ownerId: person.ownerId, assetId: coin.coinId, units });
      const change = direction === 'credit' ? units : -units;
      const { before, after } = running.move(person.ownerId, coin.coinId, change);
      return {
        ...published,
        asset: coin.shortName,
        amount: formatDecimal(units, coin.scale),
        before: formatDecimal(before, coin.scale),
        after: formatDecimal(after, coin.scale),
        problem: after < 0n ? 'balance_too_low' : problem,
      };
    });
    return { shown, ready };
  }

  return {
    check,
    /** Sums by coin in words: "USDT 125, BTC 2". */
    total(lines: readonly Line[]): string {
      const sums = new Map<number, bigint>();
      for (const { assetId, units } of lines) sums.set(assetId, (sums.get(assetId) ?? 0n) + units);
      return [...sums]
        .map(([assetId, units]) => {
          const coin = markets.coinById(assetId);
          const amount = cutZeros(formatDecimal(units, coin?.scale ?? 0));
          return `${coin?.shortName ?? assetId} ${amount}`;
        })
        .join(', ');
    },
    /** The first line of somebody who is no customer any more, 0 = none; lines count from 1. */
    async findGone(lines: readonly Line[]): Promise<number> {
      const people = await findPeople(
        database,
        lines.map(({ ownerId }) => String(ownerId)),
      );
      return lines.findIndex(({ ownerId }) => !people.has(String(ownerId))) + 1;
    },
    /** The first line that a debit would take below zero, 0 = none; lines count from 1. */
    async findShort(direction: Direction, lines: readonly Line[]): Promise<number> {
      if (direction === 'credit') return 0;
      const running = createRunning(parts);
      await running.load(lines.map(({ ownerId }) => ownerId));
      return (
        lines.findIndex(
          ({ ownerId, assetId, units }) => running.move(ownerId, assetId, -units).after < 0n,
        ) + 1
      );
    },
  };
}

/** The checks. */
export type LineChecks = ReturnType<typeof createLineChecks>;
