// Moves between accounts: one, or a group of them of which all happen or none.
// Not here: who may send them (engine.ts). Rules: docs/rules/core.md 3.
// Called by the ledger's commands; products post their own transfers with it.
//
// Checks of a group run before its first effect, each leg on the balances that those before it
// would leave: these differences are pending, and forgotten when the checks are over.
import type { Command, Transfer, TransferGroup, TransferLeg } from '../command.ts';
import type { CoreContext, Handlers } from '../context.ts';
import { EventKind, type TransferPosted } from '../event.ts';
import { type FieldChecks, findOffRange, oneOf, units, whole } from '../ranges.ts';
import { applied } from '../refusal.ts';
import { AccountClass, AccountType, Source, TransferReason } from '../words.ts';
import { createSupply, supplyLimit } from './supply.ts';

/** Most legs of a group. */
const legsCountMax = 64;
/** Asset slots are below this: account and slot make one number. */
const slotsMax = 1024;

const terms: FieldChecks<Transfer | TransferGroup> = [
  ['reason', oneOf(TransferReason)],
  ['reference', whole()],
];
const places: FieldChecks<Transfer | TransferLeg> = [
  ['fromAccountId', whole()],
  ['toAccountId', whole()],
  ['assetId', whole()],
];
const transferChecks: FieldChecks<Transfer> = [...places, ['amountUnits', units(1n)], ...terms];
const legChecks: FieldChecks<TransferLeg> = [...places, ['amountUnits', units()]];
const groupChecks: FieldChecks<TransferGroup> = [
  ...terms,
  ['legs', (legs) => Array.isArray(legs) && legs.length >= 1 && legs.length <= legsCountMax],
];

/** A move between two accounts that has passed its checks. */
export type PostedTransfer = Pick<
  TransferPosted,
  'fromAccountId' | 'toAccountId' | 'assetId' | 'amountUnits' | 'reason' | 'reference'
>;

/** An amount that is about to leave an account, and what that has available then. */
export interface Leaving {
  readonly accountId: number;
  readonly assetSlot: number;
  readonly amountUnits: bigint;
  readonly availableUnits: bigint;
}

/** 0, or the code of a refusal. */
export type LeaveGuard = (leaving: Leaving) => number;

/** These move by commands of their own only. */
const unreachable: readonly number[] = [AccountType.deficit, AccountType.clearing];

/** Make the transfers of one engine. */
export function createTransfers({ ledger, events, refusal, memory }: CoreContext) {
  const { accounts, assets, owners, balances } = ledger;
  const { refuse } = refusal;
  const supply = createSupply(memory, ledger);
  const pendingUnits = new Map<number, bigint>();
  const pendingGiven = new Map<number, bigint>();

  /** A product's say on what leaves accounts of its type; the operator is not asked. */
  const leaveGuards = new Map<number, LeaveGuard>();

  function refuseLeaving(command: Command, leaving: Leaving): number {
    if (command.source === Source.operator) return applied;
    return leaveGuards.get(accounts.readType(leaving.accountId))?.(leaving) ?? applied;
  }

  function readAvailable(account: number, slot: number): bigint {
    const pending = pendingUnits.get(account * slotsMax + slot) ?? 0n;
    return balances.readAvailable(balances.findRow(account, slot)) + pending;
  }

  function addPending(account: number, slot: number, change: bigint): void {
    const at = account * slotsMax + slot;
    pendingUnits.set(at, (pendingUnits.get(at) ?? 0n) + change);
  }

  /** A web or api transfer touches only the acting owner's accounts: others are not found. */
  function isReachable(command: Command, accountId: number): boolean {
    if (!accounts.has(accountId) || unreachable.includes(accounts.readType(accountId))) {
      return false;
    }
    const isOpen = command.source !== Source.web && command.source !== Source.api;
    return isOpen || accounts.readOwnerId(accountId) === command.actorId;
  }

  /** Every check of a move behind its ranges; one that passes is pending from then on. */
  function refuseMove(command: Command, move: TransferLeg): number {
    const { fromAccountId: from, toAccountId: to, assetId, amountUnits } = move;
    const slot = assets.findSlot(assetId);
    if (slot < 0) return refuse('asset_not_found', assetId);
    if (!isReachable(command, from)) return refuse('account_not_found', from);
    if (!isReachable(command, to)) return refuse('account_not_found', to);
    if (from === to) return refuse('same_account', from);
    const mock = assets.readMock(slot);
    if (accounts.readMock(from) !== mock || accounts.readMock(to) !== mock) {
      return refuse('wallet_world_mismatch', from, to);
    }
    const [source, target] = [readAvailable(from, slot), readAvailable(to, slot)];
    if (accounts.readClass(from) === AccountClass.wallet && source < amountUnits) {
      return refuse('balance_too_low', source, amountUnits);
    }
    const leaving = { accountId: from, assetSlot: slot, amountUnits, availableUnits: source };
    const code = refuseLeaving(command, leaving);
    if (code !== applied) return code;
    if (accounts.readClass(to) === AccountClass.contra && target + amountUnits > 0n) {
      return refuse('contra_above_zero', to);
    }
    const given = pendingGiven.get(slot) ?? 0n;
    const change = supply.calculateChange(move, source, target);
    if (supply.readGiven(slot) + given + change >= supplyLimit) {
      return refuse('supply_too_large', assetId);
    }
    pendingGiven.set(slot, given + change);
    addPending(from, slot, -amountUnits);
    addPending(to, slot, amountUnits);
    return applied;
  }

  function forgetPending(): void {
    pendingUnits.clear();
    pendingGiven.clear();
  }

  function transfer(command: Transfer): number {
    const place = findOffRange(command, transferChecks);
    if (place >= 0) return refuse('value_out_of_range', place);
    const code = refuseMove(command, command);
    forgetPending();
    if (code === applied) post(command);
    return code;
  }

  function refuseLeg(command: TransferGroup, leg: TransferLeg): number {
    const place = findOffRange(leg, legChecks);
    if (place >= 0) return refuse('value_out_of_range', place);
    return leg.amountUnits === 0n ? applied : refuseMove(command, leg);
  }

  function refuseLegs(command: TransferGroup): number {
    for (const [number, leg] of command.legs.entries()) {
      const code = refuseLeg(command, leg);
      if (code !== applied) return refuse('leg_refused', number, code);
    }
    return applied;
  }

  function transferGroup(command: TransferGroup): number {
    const place = findOffRange(command, groupChecks);
    if (place >= 0) return refuse('value_out_of_range', place);
    const code = refuseLegs(command);
    forgetPending();
    if (code !== applied) return code;
    const { reason, reference, legs } = command;
    const moving = legs.filter(({ amountUnits }) => amountUnits > 0n);
    const legsCount = moving.length;
    events.write({ kind: EventKind.transferGroupPosted, reason, reference, legsCount });
    for (const leg of moving) post({ ...leg, reason, reference });
    return applied;
  }

  /** Move an amount and say so; checks are done. Products use it for their own transfers. */
  function post(move: PostedTransfer): void {
    const { fromAccountId, toAccountId, assetId, amountUnits, reason, reference } = move;
    const slot = assets.findSlot(assetId);
    supply.record({ fromAccountId, toAccountId, assetSlot: slot, amountUnits });
    balances.addAvailable(balances.ensureRow(fromAccountId, slot), -amountUnits);
    balances.addAvailable(balances.ensureRow(toAccountId, slot), amountUnits);
    const fromOwnerNumber = owners.takeNumberOf(fromAccountId);
    const toOwnerNumber = owners.takeNumberOf(toAccountId);
    events.write({
      kind: EventKind.transferPosted,
      fromAccountId,
      toAccountId,
      assetId,
      amountUnits,
      reason,
      reference,
      fromOwnerNumber,
      toOwnerNumber,
    });
  }

  const handlers: Handlers<'transfer' | 'transferGroup'> = { transfer, transferGroup };

  return {
    handlers,
    post,
    /** Let a product say what may leave accounts of a type. */
    guardLeaving: (accountType: number, guard: LeaveGuard): void => {
      leaveGuards.set(accountType, guard);
    },
  };
}
