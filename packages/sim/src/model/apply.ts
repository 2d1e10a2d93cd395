// One step of the reference model: docs/rules/core.md 1 and 2. Not here: what each command does.
// Called by the comparison and by the model's own tests.
import type { Command, CoreEvent } from '@isobath/core';
import { CommandKind } from '@isobath/core/command';
import { EventKind } from '@isobath/core/event';
import { Source } from '@isobath/core/words';
import * as actions from './actions.ts';
import * as instruments from './instruments.ts';
import * as ledger from './ledger.ts';
import { checkOrder, placeOrder, placeOrderList } from './place.ts';
import { checkRanges, readFields } from './ranges.ts';
import { type KeyMemory, type Model, readRefusal, refuse } from './state.ts';
import { passTime } from './timers.ts';

function checkSource(command: Command): void {
  const { kind, source } = command;
  if (kind >= 40) return;
  if (kind === CommandKind.time) {
    if (source !== Source.system) refuse('not_permitted', kind);
    return;
  }
  const { openAccount, transfer, hold, release } = CommandKind;
  const isServers = ([openAccount, transfer, hold, release] as number[]).includes(kind);
  const isOutside = source === Source.web || source === Source.api;
  if (isOutside && !isServers) refuse('not_permitted', kind);
}

function act(model: Model, command: Command): void {
  switch (command.kind) {
    case CommandKind.beginEra: {
      const { rulesVersion } = command;
      model.rulesVersion = rulesVersion;
      model.events.push({ kind: EventKind.eraBegun, rulesVersion });
      return;
    }
    case CommandKind.time:
      return passTime(model);
    case CommandKind.defineAsset:
      return ledger.defineAsset(model, command);
    case CommandKind.defineInstrument:
      return instruments.defineInstrument(model, command);
    case CommandKind.updateInstrument:
      return instruments.updateInstrument(model, command);
    case CommandKind.setFeeSchedule:
      return instruments.setFeeSchedule(model, command);
    case CommandKind.setMarketState:
      return instruments.setMarketState(model, command);
    case CommandKind.startAuction:
      return instruments.startAuction(model, command);
    case CommandKind.setReferencePrice:
      return instruments.setReferencePrice(model, command);
    case CommandKind.openAccount:
      return ledger.openAccount(model, command);
    case CommandKind.setVipLevel:
      return ledger.setVipLevel(model, command);
    case CommandKind.setSelfTradeGroup:
      return ledger.setSelfTradeGroup(model, command);
    case CommandKind.transfer:
      return ledger.transfer(model, command);
    case CommandKind.hold:
      return ledger.hold(model, command);
    case CommandKind.release:
      return ledger.release(model, command);
    default:
      actOnOrders(model, command);
  }
}

function actOnOrders(model: Model, command: Command): void {
  switch (command.kind) {
    case CommandKind.placeOrder:
      checkOrder(model, command, command.actorId);
      if (!command.isTest) placeOrder(model, command);
      return;
    case CommandKind.cancelOrder:
      return actions.cancelOrder(model, command);
    case CommandKind.amendOrder:
      return actions.amendOrder(model, command);
    case CommandKind.cancelReplace:
      return actions.cancelReplace(model, command);
    case CommandKind.placeOrderList:
      return placeOrderList(model, command);
    case CommandKind.cancelOrderList:
      return actions.cancelOrderList(model, command);
    case CommandKind.batchOrders:
      return actions.batchOrders(model, command);
    case CommandKind.cancelAllOrders:
      return actions.cancelAllOrders(model, command);
    case CommandKind.setDeadMan:
      return actions.setDeadMan(model, command);
    case CommandKind.closeOutDust:
      return actions.closeOutDust(model, command);
    default:
      throw new Error('unknown command');
  }
}

function keyName(command: Command): string | null {
  const { actorId, keyHigh, keyLow } = command;
  return keyHigh === 0 && keyLow === 0 ? null : `${actorId}:${keyHigh}:${keyLow}`;
}

/** Checks that leave nothing behind under the key; the first answer when the key is known. */
function checkEnvelope(model: Model, command: Command): KeyMemory | undefined {
  const { deadlineMs, bodyHash } = command;
  const now = model.coreTimeMs;
  if (deadlineMs > 0 && now > deadlineMs) refuse('command_expired', now, deadlineMs);
  const key = keyName(command);
  let known: KeyMemory | undefined;
  if (key !== null) {
    if (deadlineMs === 0 || deadlineMs > now + 86_400_000) refuse('value_out_of_range', 9000);
    known = model.keys.get(key);
    if (known !== undefined && known.deadlineMs < now) known = undefined;
    if (known !== undefined && known.bodyHash !== bodyHash) refuse('key_reused', known.sequence);
  }
  if (known === undefined) checkSource(command);
  return known;
}

function remember(model: Model, command: Command, it: Pick<KeyMemory, 'code' | 'facts'>): void {
  const key = keyName(command);
  if (key === null) return;
  const { actorId, keyHigh, keyLow, bodyHash, deadlineMs } = command;
  const sequence = model.lastSequence;
  model.keys.set(key, { actorId, keyHigh, keyLow, bodyHash, sequence, deadlineMs, ...it });
}

/**
 * Apply one command.
 *
 * @param model - changed by the command.
 * @param command - any, also a wrong one.
 * @param at - its sequence (one above the last) and core time (never before the last).
 * @returns everything that happened, in order; the first is CommandApplied.
 */
export function applyCommand(
  model: Model,
  command: Command,
  at: { readonly sequence: number; readonly atMs: number },
): CoreEvent[] {
  model.lastSequence = at.sequence;
  model.coreTimeMs = at.atMs;
  model.events = [];
  model.touched.clear();
  let known: KeyMemory | undefined;
  const early = readRefusal(() => {
    known = checkEnvelope(model, command);
  });
  const refusal =
    early ??
    (known === undefined
      ? readRefusal(() => {
          checkRanges(readFields(command.kind), command);
          act(model, command);
        })
      : null);
  const { code, facts } = refusal ?? known ?? { code: 0, facts: [] };
  if (early === null && known === undefined) remember(model, command, { code, facts });
  const { kind: commandKind, actorId } = command;
  const repeatOfSequence = known?.sequence ?? 0;
  const answer = { sequence: at.sequence, atMs: at.atMs, commandKind, actorId, code };
  const kind = EventKind.commandApplied;
  return [{ kind, ...answer, repeatOfSequence, facts }, ...model.events];
}
