// The state as of a sequence, made again from what is kept, and what can be read off it: its hash,
// who holds what. It changes nothing and trusts no row that is not sound. Called by the tool.
import { AccountClass, AccountType } from '@isobath/core';
import { EXIT, Refusal } from '../../base/process/exit.ts';
import { refuseArchived } from '../archive/guard.ts';
import { readBatch } from '../journal/batch-codec.ts';
import { viewJournal } from '../journal/postgres-journal.ts';
import { PostgresSnapshots } from '../log/snapshots.ts';
import { checkRow, checkRules, genesis, Replay, type ReplayPoint } from '../recovery.ts';
import { type AccountLine, readBalances } from './balance-lines.ts';
import type { AuditSource } from './source.ts';

/**
 * Bring the source's core to the state right after a sequence.
 *
 * @param atSequence - undefined = the end of the journal.
 * @returns the sequence reached.
 * @errors Refusal 64 for a sequence that is not there, 65 for a journal that is not sound.
 */
export function replayTo(source: AuditSource, atSequence: number | undefined): Promise<number> {
  return viewJournal(source, 0, async (head) => {
    const lastSequence = head?.lastSequence ?? 0;
    const wanted = atSequence ?? lastSequence;
    if (wanted > lastSequence) {
      throw new Refusal(EXIT.usage, `The journal ends at sequence ${lastSequence}.`);
    }
    await replayUpTo(source, wanted);
    return wanted;
  });
}

async function replayUpTo(source: AuditSource, wanted: number): Promise<void> {
  const { core } = source;
  const snapshot = await new PostgresSnapshots(source).loadNewest(wanted, () => {});
  core.loadSnapshot(snapshot?.chunks);
  const from: ReplayPoint = snapshot ?? genesis;
  if (from.sequence === wanted) return;
  await refuseArchived(source, from.sequence + 1, 'journal');
  const replay = new Replay(core);
  await viewJournal(source, from.sequence + 1, async (_head, rows) => {
    let at = from;
    for await (const row of rows) {
      if (row.firstSequence <= from.sequence) continue;
      checkRow(row, at, source);
      checkRules(row, source.rulesVersion);
      const lastSequence = row.firstSequence + row.count - 1;
      if (lastSequence > wanted) {
        const commands = readBatch(row).slice(0, wanted - row.firstSequence + 1);
        for (const [index, { atMs, bytes }] of commands.entries()) {
          core.apply(core.decode(bytes), row.firstSequence + index, atMs);
        }
        return;
      }
      replay.apply(row);
      if (lastSequence === wanted) return;
      const { era, coreTimeMs, rowHash } = row;
      at = { sequence: lastSequence, era, coreTimeMs, chainHash: rowHash };
    }
  });
}

/**
 * The logical state hash as of a sequence.
 *
 * @errors as replayTo.
 */
export async function hashAt(
  source: AuditSource,
  atSequence?: number,
): Promise<{ sequence: number; hash: string }> {
  const sequence = await replayTo(source, atSequence);
  return { sequence, hash: source.core.hashState() };
}

/** What is owed, held and owned of one asset, in units as text. */
export interface AssetSolvency {
  readonly assetId: number;
  readonly usersAvailable: string;
  readonly usersHeld: string;
  /** Wallets of the operator by account type. */
  readonly house: Readonly<Record<string, string>>;
  /** What stands outside, by account type: never above 0. */
  readonly contra: Readonly<Record<string, string>>;
  readonly clearing: string;
  /** Sum of everything; "0", or money was made or lost. */
  readonly difference: string;
}

/** Who holds what as of a sequence, and whether it adds up. */
export interface SolvencyReport {
  readonly isSound: boolean;
  readonly sequence: number;
  readonly assets: readonly AssetSolvency[];
  /** Numbers of accounts whose balance has a sign that their class forbids. */
  readonly forbiddenAccounts: readonly number[];
}

/** Names as they are printed, which stay though the code says operator for house. */
const typeNames = new Map(
  Object.entries(AccountType).map(([name, type]) => {
    return [type as number, name.replace(/^operator/, 'house')];
  }),
);
/** From this type on accounts are the operator's or stand for the outside. */
export const FIRST_OPERATOR_TYPE = 201;

/** Sums of one asset while the dump is read. */
class AssetSums {
  usersAvailable = 0n;
  usersHeld = 0n;
  clearing = 0n;
  difference = 0n;
  readonly house = new Map<string, bigint>();
  readonly contra = new Map<string, bigint>();

  add(account: AccountLine, available: bigint, held: bigint): void {
    const sum = available + held;
    this.difference += sum;
    const name = typeNames.get(account.type) ?? String(account.type);
    if (account.class === AccountClass.clearing) this.clearing += sum;
    else if (account.class === AccountClass.contra) {
      this.contra.set(name, (this.contra.get(name) ?? 0n) + sum);
    } else if (account.type >= FIRST_OPERATOR_TYPE) {
      this.house.set(name, (this.house.get(name) ?? 0n) + sum);
    } else {
      this.usersAvailable += available;
      this.usersHeld += held;
    }
  }

  show(assetId: number): AssetSolvency {
    const show = (sums: Map<string, bigint>) =>
      Object.fromEntries([...sums].map(([name, sum]) => [name, sum.toString()]));
    return {
      assetId,
      usersAvailable: this.usersAvailable.toString(),
      usersHeld: this.usersHeld.toString(),
      house: show(this.house),
      contra: show(this.contra),
      clearing: this.clearing.toString(),
      difference: this.difference.toString(),
    };
  }
}

/**
 * Add up every balance as of a sequence.
 *
 * @errors as replayTo.
 */
export async function reportSolvency(
  source: AuditSource,
  atSequence?: number,
): Promise<SolvencyReport> {
  const sequence = await replayTo(source, atSequence);
  const sums = new Map<number, AssetSums>();
  const forbidden = new Set<number>();
  readBalances(source, {
    asset: ({ assetId }) => sums.set(assetId, new AssetSums()),
    balance({ account, assetId, available, held }) {
      (sums.get(assetId) as AssetSums).add(account, available, held);
      if (isForbidden(account, available, held)) forbidden.add(account.accountId);
    },
  });
  const assets = [...sums].map(([assetId, sum]) => sum.show(assetId));
  return {
    isSound: forbidden.size === 0 && assets.every(({ difference }) => difference === '0'),
    sequence,
    assets,
    forbiddenAccounts: [...forbidden],
  };
}

function isForbidden(account: AccountLine, available: bigint, held: bigint): boolean {
  if (account.class === AccountClass.wallet) return available < 0n || held < 0n;
  return held !== 0n || (account.class === AccountClass.contra && available > 0n);
}
