// Assets, accounts, transfers and holds: docs/rules/core.md 3. Not here: what orders hold and pay
// (orders.ts, match.ts). Called by apply.ts.
import type {
  AccountId,
  AmountUnits,
  AssetId,
  DefineAsset,
  HoldAmount,
  OpenAccount,
  OwnerId,
  ReleaseAmount,
  SetSelfTradeGroup,
  SetVipLevel,
  Transfer,
  TransferReason,
} from '@isobath/core';
import { EventKind } from '@isobath/core/event';
import { AccountClass, Source } from '@isobath/core/words';
import * as state from './state.ts';
import { type Account, type Model, readBalance, refuse } from './state.ts';

/** Make an asset. */
export function defineAsset(model: Model, command: DefineAsset): void {
  const { assetId, scale, isMock } = command;
  if (model.assets.some((asset) => asset.assetId === assetId)) refuse('asset_exists', assetId);
  model.assets.push({ assetId, scale, isMock });
  model.events.push({ kind: EventKind.assetDefined, assetId, scale, isMock });
}

/** An asset by number. @rejects asset_not_found */
export function findAsset(model: Model, assetId: AssetId): state.Asset {
  const found = model.assets.find((asset) => asset.assetId === assetId);
  return found ?? refuse('asset_not_found', assetId);
}

/** Open an account. */
export function openAccount(model: Model, command: OpenAccount): void {
  const { ownerId, accountType, scope, isMock, accountClass } = command;
  const same = model.accounts.find(
    (account) =>
      account.ownerId === ownerId &&
      account.accountType === accountType &&
      account.scope === scope &&
      account.isMock === isMock,
  );
  if (same !== undefined) refuse('account_exists', same.accountId);
  const accountId = (model.accounts.length + 1) as AccountId;
  model.accounts.push({ accountId, ownerId, accountType, scope, isMock, accountClass });
  model.events.push({
    kind: EventKind.accountOpened,
    accountId,
    ownerId,
    accountType,
    scope,
    isMock,
    accountClass,
    ownerNumber: state.nextNumber(model, ownerId),
  });
}

/** Set the VIP level that new orders take their fee rates from. */
export function setVipLevel(model: Model, command: SetVipLevel): void {
  const { ownerId, vipLevel } = command;
  state.readOwner(model, ownerId).vipLevel = vipLevel;
  const ownerNumber = state.nextNumber(model, ownerId);
  model.events.push({ kind: EventKind.vipLevelSet, ownerId, vipLevel, ownerNumber });
}

/** Put an owner into a group of self-trade prevention. */
export function setSelfTradeGroup(model: Model, command: SetSelfTradeGroup): void {
  const { ownerId, group } = command;
  state.readOwner(model, ownerId).group = group;
  model.events.push({ kind: EventKind.selfTradeGroupSet, ownerId, group });
}

/** One movement between two accounts, already checked. */
export interface Movement {
  readonly fromAccountId: AccountId;
  readonly toAccountId: AccountId;
  readonly assetId: AssetId;
  readonly amountUnits: AmountUnits;
  readonly reason: TransferReason;
  readonly reference: number;
}

/** Move an amount and say so. */
export function post(model: Model, movement: Movement): void {
  const { fromAccountId, toAccountId, assetId, amountUnits, reason, reference } = movement;
  readBalance(model, fromAccountId, assetId).available -= amountUnits;
  readBalance(model, toAccountId, assetId).available += amountUnits;
  const fromOwner = state.readAccount(model, fromAccountId).ownerId;
  const toOwner = state.readAccount(model, toAccountId).ownerId;
  model.events.push({
    kind: EventKind.transferPosted,
    fromAccountId,
    toAccountId,
    assetId,
    amountUnits,
    reason,
    reference,
    fromOwnerNumber: state.nextNumber(model, fromOwner),
    toOwnerNumber: state.nextNumber(model, toOwner),
  });
}

function findAccount(model: Model, accountId: AccountId, actorId: OwnerId | null): Account {
  const account = model.accounts[accountId - 1];
  if (account === undefined || (actorId !== null && account.ownerId !== actorId)) {
    return refuse('account_not_found', accountId);
  }
  return account;
}

/** What an account that is no wallet owes when it has so many units. */
function owes(account: Account, units: bigint): bigint {
  return account.accountClass !== AccountClass.wallet && units < 0n ? -units : 0n;
}

/** What all accounts outside owe of an asset. */
function sumOwed(model: Model, assetId: AssetId): bigint {
  const outside = model.accounts.filter((one) => one.accountClass !== AccountClass.wallet);
  return outside.reduce(
    (sum, one) => sum + owes(one, readBalance(model, one.accountId, assetId).available),
    0n,
  );
}

/** By how much an account's debt changes when it receives so many units (signed). */
function grow(account: Account, available: bigint, change: bigint): bigint {
  return owes(account, available + change) - owes(account, available);
}

/** Move an amount between two accounts of one asset. */
export function transfer(model: Model, command: Transfer): void {
  const asset = findAsset(model, command.assetId);
  const isOwn = command.source === Source.web || command.source === Source.api;
  const from = findAccount(model, command.fromAccountId, isOwn ? command.actorId : null);
  const to = findAccount(model, command.toAccountId, isOwn ? command.actorId : null);
  if (from.accountId === to.accountId) refuse('same_account', from.accountId);
  if (asset.isMock !== from.isMock || asset.isMock !== to.isMock) {
    refuse('wallet_world_mismatch', from.accountId, to.accountId);
  }
  const { available } = readBalance(model, from.accountId, asset.assetId);
  if (from.accountClass === AccountClass.wallet && available < command.amountUnits) {
    refuse('balance_too_low', available, command.amountUnits);
  }
  const target = readBalance(model, to.accountId, asset.assetId).available;
  if (to.accountClass === AccountClass.contra && target + command.amountUnits > 0n) {
    refuse('contra_above_zero', to.accountId);
  }
  const given =
    sumOwed(model, asset.assetId) +
    grow(from, available, -command.amountUnits) +
    grow(to, target, command.amountUnits);
  if (given >= state.amountLimit) refuse('supply_too_large', asset.assetId);
  post(model, command);
}

function findWallet(model: Model, command: HoldAmount | ReleaseAmount): Account {
  const account = findAccount(model, command.accountId, null);
  if (account.accountClass !== AccountClass.wallet) refuse('account_not_found', account.accountId);
  return account;
}

function tell(model: Model, command: HoldAmount | ReleaseAmount, account: Account): void {
  const { accountId, assetId, amountUnits, reason, reference } = command;
  const ownerNumber = state.nextNumber(model, account.ownerId);
  const told = { accountId, assetId, amountUnits, reason, reference, ownerNumber };
  const isHold = command.kind === 24;
  model.events.push({ kind: isHold ? EventKind.amountHeld : EventKind.amountReleased, ...told });
}

/** Move an amount from available to held. */
export function hold(model: Model, command: HoldAmount): void {
  findAsset(model, command.assetId);
  const account = findWallet(model, command);
  const balance = readBalance(model, account.accountId, command.assetId);
  if (balance.available < command.amountUnits) {
    refuse('balance_too_low', balance.available, command.amountUnits);
  }
  balance.available -= command.amountUnits;
  balance.held += command.amountUnits;
  tell(model, command, account);
}

/** What the open orders of an account hold of an asset. */
export function readOrderHolds(model: Model, accountId: AccountId, assetId: AssetId): bigint {
  return model.orders
    .filter((order) => order.accountId === accountId)
    .filter((order) => {
      const market = state.readMarket(model, order.instrumentId);
      return state.paidAsset(market, order.side).assetId === assetId;
    })
    .reduce((sum, order) => sum + order.holdUnits, 0n);
}

/** Move an amount that such a hold took back to available. */
export function release(model: Model, command: ReleaseAmount): void {
  findAsset(model, command.assetId);
  const account = findWallet(model, command);
  const balance = readBalance(model, account.accountId, command.assetId);
  const free = balance.held - readOrderHolds(model, account.accountId, command.assetId);
  if (free < command.amountUnits) refuse('hold_too_low', free, command.amountUnits);
  balance.held -= command.amountUnits;
  balance.available += command.amountUnits;
  tell(model, command, account);
}
