// The commands of the ledger: assets, accounts, levels, groups, transfers, holds.
// Not here: orders (products), envelope checks (engine.ts). Rules: docs/rules/core.md 3.
// Called by the engine, one handler for each kind.
import {
  type Command,
  CommandKind,
  type DefineAsset,
  type HoldAmount,
  type OpenAccount,
  type ReleaseAmount,
  type SetSelfTradeGroup,
  type SetVipLevel,
  type Transfer,
} from '../command.ts';
import type { CoreContext, Handlers } from '../context.ts';
import { EventKind, type TransferPosted } from '../event.ts';
import { type FieldChecks, findOffRange, flag, oneOf, units, whole } from '../ranges.ts';
import { applied } from '../refusal.ts';
import { AccountClass, AccountType, Source, TransferReason } from '../words.ts';
import { createPlainHolds } from './plain-holds.ts';
import { createSupply, supplyLimit } from './supply.ts';

const isReason = oneOf(TransferReason);
const assetChecks: FieldChecks<DefineAsset> = [
  ['assetId', whole(1, 1023)],
  ['scale', whole(0, 18)],
  ['isMock', flag],
];
const accountChecks: FieldChecks<OpenAccount> = [
  ['ownerId', whole()],
  ['accountType', oneOf(AccountType)],
  ['scope', whole()],
  ['isMock', flag],
  ['accountClass', oneOf(AccountClass)],
];
const vipChecks: FieldChecks<SetVipLevel> = [
  ['ownerId', whole()],
  ['vipLevel', whole(0, 15)],
];
const groupChecks: FieldChecks<SetSelfTradeGroup> = [
  ['ownerId', whole()],
  ['group', whole(0, 2 ** 31 - 1)],
];
const transferChecks: FieldChecks<Transfer> = [
  ['fromAccountId', whole()],
  ['toAccountId', whole()],
  ['assetId', whole()],
  ['amountUnits', units(1n)],
  ['reason', isReason],
  ['reference', whole()],
];
const holdChecks: FieldChecks<HoldAmount | ReleaseAmount> = [
  ['accountId', whole()],
  ['assetId', whole()],
  ['amountUnits', units(1n)],
  ['reason', isReason],
  ['reference', whole()],
];

/** A move between two accounts that has passed its checks. */
export type PostedTransfer = Pick<
  TransferPosted,
  'fromAccountId' | 'toAccountId' | 'assetId' | 'amountUnits' | 'reason' | 'reference'
>;

/** The ledger's commands of one engine. */
export type LedgerCommands = ReturnType<typeof createLedgerCommands>;

/** Make the handlers of the ledger. */
export function createLedgerCommands(context: CoreContext) {
  const { ledger, events, refusal, memory, sizes } = context;
  const { accounts, assets, owners, balances } = ledger;
  const { refuse } = refusal;
  const supply = createSupply(memory, ledger);
  const plainHolds = createPlainHolds(memory, sizes.accountsMax);

  function refuseRange<TShape>(shape: TShape, checks: FieldChecks<TShape>): number {
    const place = findOffRange(shape, checks);
    return place < 0 ? applied : refuse('value_out_of_range', place);
  }

  function defineAsset(command: DefineAsset): number {
    const { assetId, scale, isMock } = command;
    const code = refuseRange(command, assetChecks);
    if (code !== applied) return code;
    if (assets.findSlot(assetId) >= 0) return refuse('asset_exists', assetId);
    assets.define(assetId, scale, isMock);
    events.write({ kind: EventKind.assetDefined, assetId, scale, isMock });
    return applied;
  }

  function openAccount(command: OpenAccount): number {
    const { ownerId, accountType, scope, isMock, accountClass } = command;
    const code = refuseRange(command, accountChecks);
    if (code !== applied) return code;
    const existing = accounts.find(command);
    if (existing !== 0) return refuse('account_exists', existing);
    const accountId = accounts.open(command) as TransferPosted['fromAccountId'];
    const ownerNumber = owners.takeNumberOf(accountId);
    const terms = { accountId, ownerId, accountType, scope, isMock, accountClass, ownerNumber };
    events.write({ kind: EventKind.accountOpened, ...terms });
    return applied;
  }

  function setVipLevel(command: SetVipLevel): number {
    const { ownerId, vipLevel } = command;
    const code = refuseRange(command, vipChecks);
    if (code !== applied) return code;
    const slot = owners.ensureSlot(ownerId);
    owners.setVip(slot, vipLevel);
    const ownerNumber = owners.takeNumber(slot);
    events.write({ kind: EventKind.vipLevelSet, ownerId, vipLevel, ownerNumber });
    return applied;
  }

  function setSelfTradeGroup(command: SetSelfTradeGroup): number {
    const { ownerId, group } = command;
    const code = refuseRange(command, groupChecks);
    if (code !== applied) return code;
    owners.setGroup(owners.ensureSlot(ownerId), group);
    events.write({ kind: EventKind.selfTradeGroupSet, ownerId, group });
    return applied;
  }

  /** A web or api transfer touches only the acting owner's accounts: others are not found. */
  function isReachable(command: Command, accountId: number): boolean {
    if (!accounts.has(accountId)) return false;
    const isOpen = command.source !== Source.web && command.source !== Source.api;
    return isOpen || accounts.readOwnerId(accountId) === command.actorId;
  }

  function transfer(command: Transfer): number {
    const code = refuseRange(command, transferChecks) || refuseTransfer(command);
    if (code !== applied) return code;
    postTransfer(command);
    return applied;
  }

  function refuseTransfer(command: Transfer): number {
    const { fromAccountId: from, toAccountId: to, assetId, amountUnits } = command;
    const slot = assets.findSlot(assetId);
    if (slot < 0) return refuse('asset_not_found', assetId);
    if (!isReachable(command, from)) return refuse('account_not_found', from);
    if (!isReachable(command, to)) return refuse('account_not_found', to);
    if (from === to) return refuse('same_account', from);
    const mock = assets.readMock(slot);
    if (accounts.readMock(from) !== mock || accounts.readMock(to) !== mock) {
      return refuse('wallet_world_mismatch', from, to);
    }
    const available = balances.readAvailable(balances.findRow(from, slot));
    if (accounts.readClass(from) === AccountClass.wallet && available < amountUnits) {
      return refuse('balance_too_low', available, amountUnits);
    }
    const received = balances.readAvailable(balances.findRow(to, slot)) + amountUnits;
    if (accounts.readClass(to) === AccountClass.contra && received > 0n) {
      return refuse('contra_above_zero', to);
    }
    const move = { fromAccountId: from, toAccountId: to, assetSlot: slot, amountUnits };
    return supply.calculateAfter(move) < supplyLimit
      ? applied
      : refuse('supply_too_large', assetId);
  }

  /** Move an amount and say so; checks are done. Products use it for their own transfers. */
  function postTransfer(terms: PostedTransfer): void {
    const { fromAccountId, toAccountId, assetId, amountUnits, reason, reference } = terms;
    const slot = assets.findSlot(assetId);
    supply.note({ fromAccountId, toAccountId, assetSlot: slot, amountUnits });
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

  /** Checks that hold and release share. */
  function refuseHold(command: HoldAmount | ReleaseAmount): number {
    const { accountId, assetId } = command;
    const code = refuseRange(command, holdChecks);
    if (code !== applied) return code;
    if (assets.findSlot(assetId) < 0) return refuse('asset_not_found', assetId);
    const isWallet =
      accounts.has(accountId) && accounts.readClass(accountId) === AccountClass.wallet;
    return isWallet ? applied : refuse('account_not_found', accountId);
  }

  function moveHeld(command: HoldAmount | ReleaseAmount, row: number): void {
    const { kind: commandKind, accountId, assetId, amountUnits, reason, reference } = command;
    const isHold = commandKind === CommandKind.hold;
    const kind = isHold ? EventKind.amountHeld : EventKind.amountReleased;
    plainHolds.add(row, isHold ? amountUnits : -amountUnits);
    const ownerNumber = owners.takeNumberOf(accountId);
    events.write({ kind, accountId, assetId, amountUnits, reason, reference, ownerNumber });
  }

  function hold(command: HoldAmount): number {
    const code = refuseHold(command);
    if (code !== applied) return code;
    const row = balances.ensureRow(command.accountId, assets.findSlot(command.assetId));
    const available = balances.readAvailable(row);
    if (available < command.amountUnits) {
      return refuse('balance_too_low', available, command.amountUnits);
    }
    ledger.units.setAmount(command.amountUnits);
    balances.hold(row);
    moveHeld(command, row);
    return applied;
  }

  function release(command: ReleaseAmount): number {
    const code = refuseHold(command);
    if (code !== applied) return code;
    const row = balances.findRow(command.accountId, assets.findSlot(command.assetId));
    const held = plainHolds.read(row);
    if (held < command.amountUnits) return refuse('hold_too_low', held, command.amountUnits);
    ledger.units.setAmount(command.amountUnits);
    balances.release(row);
    moveHeld(command, row);
    return applied;
  }

  const handlers: Handlers<
    | 'defineAsset'
    | 'openAccount'
    | 'setVipLevel'
    | 'setSelfTradeGroup'
    | 'transfer'
    | 'hold'
    | 'release'
  > = { defineAsset, openAccount, setVipLevel, setSelfTradeGroup, transfer, hold, release };

  return { handlers, postTransfer, countHolds: plainHolds.countHolds };
}
