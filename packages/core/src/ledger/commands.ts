// The commands of the ledger: assets, accounts, levels, self-trade groups, holds.
// Not here: transfers (transfers.ts), orders (products), envelope checks (engine.ts).
// Rules: docs/rules/core.md 3. Called by the engine, one handler for each kind.
import {
  CommandKind,
  type DefineAsset,
  type HoldAmount,
  type OpenAccount,
  type ReleaseAmount,
  type SetSelfTradeGroup,
  type SetVipLevel,
} from '../command.ts';
import type { CoreContext, Handlers } from '../context.ts';
import { EventKind } from '../event.ts';
import type { AccountId } from '../ids.ts';
import { type FieldChecks, findOffRange, flag, oneOf, units, whole } from '../ranges.ts';
import { applied } from '../refusal.ts';
import { AccountClass, AccountType, Source, TransferReason } from '../words.ts';
import { createSimpleLimitHolds } from './simple-limit-holds.ts';
import { createTransfers } from './transfers.ts';

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
const holdChecks: FieldChecks<HoldAmount | ReleaseAmount> = [
  ['accountId', whole()],
  ['assetId', whole()],
  ['amountUnits', units(1n)],
  ['reason', isReason],
  ['reference', whole()],
];

/** The ledger's commands of one engine. */
export type LedgerCommands = ReturnType<typeof createLedgerCommands>;

/** Make the handlers of the ledger. */
export function createLedgerCommands(context: CoreContext) {
  const { ledger, events, refusal, memory, sizes } = context;
  const { accounts, assets, owners, balances } = ledger;
  const { refuse } = refusal;
  const transfers = createTransfers(context);
  const simpleLimitHolds = createSimpleLimitHolds(memory, sizes.accountsMax);

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
    // Until positions can be liquidated, contracts are traded where a sandbox asks for it only.
    const isTrial = accountType === AccountType.clearing;
    if (isTrial && command.source !== Source.sandbox) return refuse('not_permitted', command.kind);
    const existing = accounts.find(command);
    if (existing !== 0) return refuse('account_exists', existing);
    const accountId = accounts.open(command) as AccountId;
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

  /** Checks that hold and release share. */
  function refuseHold(command: HoldAmount | ReleaseAmount): number {
    const { accountId, assetId } = command;
    const code = refuseRange(command, holdChecks);
    if (code !== applied) return code;
    if (assets.findSlot(assetId) < 0) return refuse('asset_not_found', assetId);
    const isFit =
      accounts.has(accountId) &&
      accounts.readClass(accountId) === AccountClass.wallet &&
      accounts.readType(accountId) !== AccountType.contract;
    return isFit ? applied : refuse('account_not_found', accountId);
  }

  function moveHeld(command: HoldAmount | ReleaseAmount, row: number): void {
    const { kind: commandKind, accountId, assetId, amountUnits, reason, reference } = command;
    const isHold = commandKind === CommandKind.hold;
    simpleLimitHolds.add(row, isHold ? amountUnits : -amountUnits);
    const ownerNumber = owners.takeNumberOf(accountId);
    const moved = { accountId, assetId, amountUnits, reason, reference, ownerNumber };
    if (isHold) events.write({ kind: EventKind.amountHeld, ...moved });
    else events.write({ kind: EventKind.amountReleased, ...moved });
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
    const held = simpleLimitHolds.read(row);
    if (held < command.amountUnits) return refuse('hold_too_low', held, command.amountUnits);
    ledger.units.setAmount(command.amountUnits);
    balances.release(row);
    moveHeld(command, row);
    return applied;
  }

  const handlers: Handlers<
    'defineAsset' | 'openAccount' | 'setVipLevel' | 'setSelfTradeGroup' | 'hold' | 'release'
  > = { defineAsset, openAccount, setVipLevel, setSelfTradeGroup, hold, release };

  return {
    handlers: { ...handlers, ...transfers.handlers },
    postTransfer: transfers.post,
    guardLeaving: transfers.guardLeaving,
    countHolds: simpleLimitHolds.countHolds,
  };
}
