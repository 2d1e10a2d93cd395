// One step of the reference model: docs/rules/core.md 1 and 2. Not here: what each command does.
import type { Command, CommandApplied } from '@isobath/core';
import { CommandKind } from '@isobath/core/command';
import { Source } from '@isobath/core/words';
import { operatorRules, type Rules } from './operator-account.ts';
import { orderRules } from './orders.ts';
import { checkCapacity, hasKeyCapacity } from './capacity.ts';
import { attempt, checkRanges, type KeyMemory, type Model, refuse, emit } from './state.ts';
import { checkLeaving, contractRules } from './contract-orders.ts';
import { priceRules } from './prices.ts';
import { passTime } from './settle.ts';

const rules: Rules = {
  time: passTime,
  ...operatorRules,
  ...orderRules,
  ...priceRules,
  ...contractRules,
};
const names = Object.keys(CommandKind) as (keyof typeof CommandKind)[];
const { openAccount, transfer, hold, release } = CommandKind;
const sentByProducts: readonly number[] = [openAccount, transfer, hold, release];
/** Its sequence, one above the last, and core time, never before the last. */
type Place = Pick<CommandApplied, 'sequence' | 'atMs'>;
function checkSource({ kind, source }: Command): void {
  const isOutside = source === Source.web || source === Source.api;
  const isWrong = isOutside && kind < 40 && !sentByProducts.includes(kind);
  const isFakeTime = kind === CommandKind.time && source !== Source.system;
  if (isWrong || isFakeTime) refuse('not_permitted', kind);
}
/** Checks that leave nothing behind under the key; the first answer when the key is known. */
function checkEnvelope(model: Model, command: Command, key: string | null): KeyMemory | null {
  const [now, { deadlineMs }] = [model.coreTimeMs, command];
  if (deadlineMs > 0 && now > deadlineMs) refuse('command_expired', now, deadlineMs);
  if (key !== null) {
    if (deadlineMs === 0 || deadlineMs > now + 86_400_000) refuse('value_out_of_range', 9000);
    const known = model.keys.get(key);
    if (known !== undefined && known.deadlineMs >= now) {
      if (known.bodyHash !== command.bodyHash) refuse('key_reused', known.sequence);
      return known;
    }
  }
  checkSource(command);
  checkCapacity(model, command, key !== null);
  return null;
}
function act(model: Model, command: Command): null {
  const name = names.find((one) => CommandKind[one] === command.kind) ?? 'time';
  checkRanges(name, command);
  rules[name](model, command as never);
  return null;
}
/** Apply any command, also a wrong one; everything that happened, the first is CommandApplied. */
export function applyCommand(model: Model, command: Command, { sequence, atMs }: Place) {
  const { kind: commandKind, actorId, keyHigh, keyLow } = command;
  Object.assign(model, { lastSequence: sequence, coreTimeMs: atMs, events: [] });
  model.touched.clear();
  model.checkLeaving = checkLeaving;
  const key = keyHigh === 0 && keyLow === 0 ? null : `${actorId}:${keyHigh}:${keyLow}`;
  const early = attempt(() => checkEnvelope(model, command, key));
  const { code, facts } = early ?? attempt(() => act(model, command)) ?? { code: 0, facts: [] };
  const isKept = early === null && key !== null && hasKeyCapacity(model, command);
  if (isKept) model.keys.set(key, { ...command, sequence, code, facts });
  const repeatOfSequence = early !== null && 'sequence' in early ? early.sequence : 0;
  const applied = { sequence, atMs, commandKind, actorId, code, repeatOfSequence, facts };
  emit(model, 'commandApplied', applied);
  return [...model.events.slice(-1), ...model.events.slice(0, -1)];
}
