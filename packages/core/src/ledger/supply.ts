// How much of each asset has been given out: what all contra and clearing accounts owe together.
// The wallets of an asset have exactly that between them, less what such accounts have, so a bound
// on it bounds what trades can ever bring into one wallet. Not here: the refusal (commands.ts).
// Called by the ledger's commands; rebuilt from the balances after a load.
import { AccountClass, AccountType } from '../words.ts';
import type { Memory } from '../memory.ts';
import type { Ledger } from './ledger.ts';

/** Nobody's debt and nobody's funds may reach this, docs/rules/core.md 3. */
export const supplyLimit = 2n ** 103n;

/** A move of one asset between two accounts. */
export interface SupplyMove {
  readonly fromAccountId: number;
  readonly toAccountId: number;
  readonly assetSlot: number;
  readonly amountUnits: bigint;
}

/** The same, whatever the asset. */
type Move = Omit<SupplyMove, 'assetSlot'>;

/** Make the counters of one engine. */
export function createSupply(memory: Memory, { accounts, assets, balances }: Ledger) {
  const given: bigint[] = [];
  memory.onLoad(() => {
    given.length = 0;
    for (let account = 1; account <= accounts.countAccounts(); account += 1) {
      if (accounts.readClass(account) !== AccountClass.wallet) countAccount(account);
    }
  });

  function countAccount(account: number): void {
    for (let slot = 0; slot < assets.countAssets(); slot += 1) {
      given[slot] = readGiven(slot) + owes(account, readAvailable(account, slot));
    }
  }

  /**
   * What an account owes when it has so many units; a wallet never owes. Clearing of contracts is
   * not counted: `defineContract` bounds it.
   */
  function owes(account: number, units: bigint): bigint {
    if (units >= 0n || accounts.readClass(account) === AccountClass.wallet) return 0n;
    return accounts.readType(account) === AccountType.clearing ? 0n : -units;
  }

  function readAvailable(account: number, slot: number): bigint {
    return balances.readAvailable(balances.findRow(account, slot));
  }

  function readGiven(slot: number): bigint {
    return given[slot] ?? 0n;
  }

  /**
   * How much more will have been given out of the asset by a move that is not done yet.
   *
   * @param sourceUnits - what the source has available before it.
   * @param targetUnits - what the target has.
   */
  function calculateChange(move: Move, sourceUnits: bigint, targetUnits: bigint): bigint {
    const { fromAccountId: from, toAccountId: to, amountUnits } = move;
    return (
      owes(from, sourceUnits - amountUnits) -
      owes(from, sourceUnits) +
      (owes(to, targetUnits + amountUnits) - owes(to, targetUnits))
    );
  }

  /** Count a move; it is done right after. */
  function record(move: SupplyMove): void {
    const { fromAccountId: from, toAccountId: to, assetSlot: slot } = move;
    const change = calculateChange(move, readAvailable(from, slot), readAvailable(to, slot));
    given[slot] = readGiven(slot) + change;
  }

  return { readGiven, calculateChange, record };
}
