// The balances of a state with their accounts and assets, read off the lines of its dump. What is
// added up of them, past-state.ts and liabilities.ts say.
import type { AuditSource } from './source.ts';

/** An asset of the state; play money is `isMock`. */
export interface AssetLine {
  readonly assetId: number;
  readonly scale: number;
  readonly isMock: boolean;
}

/** Whose account it is; `type` and `class` as core names them. */
export interface AccountLine {
  readonly accountId: number;
  readonly ownerId: number;
  readonly type: number;
  readonly class: number;
}

/** One balance, in units. */
export interface BalanceLine {
  readonly account: AccountLine;
  readonly assetId: number;
  readonly available: bigint;
  readonly held: bigint;
}

/** Tell every asset, then every balance, in the order of the dump. */
export function readBalances(
  { core }: Pick<AuditSource, 'core'>,
  publish: {
    readonly asset: (line: AssetLine) => void;
    readonly balance: (line: BalanceLine) => void;
  },
): void {
  const accounts = new Map<number, AccountLine>();
  core.dumpState((line) => {
    const [word, ...words] = line.split(' ');
    if (word !== 'asset' && word !== 'account' && word !== 'balance') return;
    const fields = words.map(Number);
    const [first] = fields;
    if (word === 'asset') {
      publish.asset({ assetId: first, scale: fields[1], isMock: fields[2] !== 0 });
    } else if (word === 'account') {
      const [accountId, ownerId, type] = fields;
      accounts.set(accountId, { accountId, ownerId, type, class: fields[5] });
    } else {
      const [available, held] = [BigInt(words[2]), BigInt(words[3])];
      const account = accounts.get(first) as AccountLine;
      publish.balance({ account, assetId: fields[1], available, held });
    }
  });
}
