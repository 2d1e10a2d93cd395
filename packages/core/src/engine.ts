// The engine: one function from state and one numbered command to events. It checks the envelope,
// remembers keys and hands the command to the module that answers its kind. Not here: any rule of a
// product, the journal, the clock. Called by server/engine and the simulator.
import type { CancelOrder, CancelReplace, Command, PlaceOrder } from './command.ts';
import * as commandNames from './command.ts';
import type { WriteLine } from './context.ts';
import * as contextNames from './context.ts';
import * as dumpNames from './dump.ts';
import * as eventNames from './event.ts';
import { fail } from './fault.ts';
import { createParts, type EngineOptions } from './engine-parts.ts';
import type { KeyOutcome } from './keys.ts';
import type { AnyHandler } from './product.ts';
import * as rangesNames from './ranges.ts';
import { createCapacity } from './capacity.ts';
import * as refusalNames from './refusal.ts';
import * as rejectNames from './reject.ts';
import * as snapshotNames from './snapshot.ts';
import * as wordsNames from './words.ts';

const { CommandKind } = commandNames;
const { StepWord } = contextNames;
const { dumpState } = dumpNames;
const { EventKind } = eventNames;
const { whole } = rangesNames;
const { applied } = refusalNames;
const { clearRegions, loadRegions, saveRegions } = snapshotNames;
const { Source } = wordsNames;

const keyLifeMs = 86_400_000;
const keyDeadlineField = 9000;
const [capacityExhausted] = rejectNames.rejects.capacity_exceeded;
const firstOrderKind = CommandKind.placeOrder;
const isRulesVersion = whole();

/** One engine; make it once in a process where speed matters. */
export type Engine = ReturnType<typeof createEngine>;

/** Sources that may send a command of this kind, docs/rules/core.md 2.3. */
function isPermitted(kind: number, source: number): boolean {
  if (kind >= firstOrderKind) return true;
  if (kind === CommandKind.time) return source === Source.system;
  if (source === Source.web || source === Source.api) {
    const isForUsers =
      kind === CommandKind.transfer ||
      kind === CommandKind.hold ||
      kind === CommandKind.release ||
      kind === CommandKind.openAccount;
    return isForUsers;
  }
  return source === Source.operator || source === Source.system || source === Source.sandbox;
}

/** Cancels, which need no capacity and are taken also where their key finds none. */
function isFreeing(kind: number): boolean {
  return (
    kind === CommandKind.cancelOrder ||
    kind === CommandKind.cancelOrderList ||
    kind === CommandKind.cancelAllOrders
  );
}

/** A command whose source is not allowed or that found no place leaves no trace under its key. */
function isRemembered(command: Command, code: number): boolean {
  if (code === capacityExhausted) return false;
  return code === applied || isPermitted(command.kind, command.source);
}

/**
 * Make an engine in the state before the first command.
 *
 * Speed rests on captured constants: a second engine in one process makes both slower.
 */
export function createEngine(options: EngineOptions = {}) {
  const parts = createParts(options);
  const { context, ledgerCommands, instrumentCommands, trading, spot, keys } = parts;
  const { prices, contracts, earlierCounts } = parts;
  const { sizes, memory, step, events, refusal, ledger, timers } = context;
  const { cursor, commandApplied } = events;
  const { check: checkCapacity, checkOne: checkOneOrder } = createCapacity(parts);
  const { placeOrder, cancelOrder, cancelReplace } = trading.handlers;
  const handlers = makeHandlers();
  const shape = `${sizes.homeAssetsCount} ${sizes.accountsMax} ${sizes.overflowBlocksMax}`;

  function makeHandlers(): (AnyHandler | undefined)[] {
    const table: (AnyHandler | undefined)[] = [];
    const handlersByName = {
      ...ledgerCommands.handlers,
      ...instrumentCommands.handlers,
      ...trading.handlers,
      ...spot.handlers,
      ...prices.handlers,
      ...contracts.handlers,
      beginEra,
      time: passTime,
    };
    // oxlint-disable-next-line no-restricted-properties -- each handler finds its own place
    for (const [name, handler] of Object.entries(handlersByName)) {
      table[CommandKind[name as keyof typeof CommandKind]] = handler as AnyHandler;
    }
    return table;
  }

  function beginEra(command: Extract<Command, { kind: typeof CommandKind.beginEra }>): number {
    const { rulesVersion } = command;
    if (!isRulesVersion(rulesVersion)) return refusal.refuse('value_out_of_range', 0);
    step[StepWord.rulesVersion] = rulesVersion;
    events.write({ kind: EventKind.eraBegun, rulesVersion });
    return applied;
  }

  function passTime(): number {
    timers.fireDue(step[StepWord.atMs]);
    return applied;
  }
  function begin(sequence: number, atMs: number): number {
    if (sequence !== step[StepWord.sequence] + 1) fail(`sequence ${sequence} does not follow`);
    if (atMs < step[StepWord.atMs]) fail(`core time ${atMs} goes back`);
    step[StepWord.sequence] = sequence;
    step[StepWord.atMs] = atMs;
    return cursor[0];
  }
  function end(command: Command, first: number, code: number): void {
    if (code !== applied) writeRefused(command, first, code);
    events.countWords();
  }

  /**
   * Do one step.
   *
   * @param sequence - one more than the last.
   * @param atMs - core time, not before the last.
   * @throws CoreFault when the engine finds a mistake of its own: nothing may go on from its state.
   */
  function apply(command: Command, sequence: number, atMs: number): void {
    const first = begin(sequence, atMs);
    end(command, first, answerByKind(command, sequence, atMs));
  }

  // The same for whoever knows what the command is: its kind, of many shapes, is not looked up.
  function applyPlace(command: PlaceOrder, sequence: number, atMs: number): void {
    const first = begin(sequence, atMs);
    end(command, first, answerPlace(command, sequence, atMs));
  }
  function applyCancel(command: CancelOrder, sequence: number, atMs: number): void {
    const first = begin(sequence, atMs);
    end(command, first, answerCancel(command, sequence, atMs));
  }
  function applyReplace(command: CancelReplace, sequence: number, atMs: number): void {
    const first = begin(sequence, atMs);
    end(command, first, answerReplace(command, sequence, atMs));
  }

  // The commands of orders each have a function of their own, though these are alike: the compiled
  // code finds a field at once only where it has seen one shape of commands.

  function answerByKind(command: Command, sequence: number, atMs: number): number {
    const { kind } = command;
    if (kind === CommandKind.placeOrder) return answerPlace(command, sequence, atMs);
    if (kind === CommandKind.cancelOrder) return answerCancel(command, sequence, atMs);
    if (kind === CommandKind.cancelReplace) return answerReplace(command, sequence, atMs);
    commandApplied(sequence, atMs, kind, command.actorId);
    return answer(command, atMs);
  }

  function answerPlace(command: PlaceOrder, sequence: number, atMs: number): number {
    const { actorId, deadlineMs, keyHigh, keyLow } = command;
    commandApplied(sequence, atMs, CommandKind.placeOrder, actorId);
    const isBare = deadlineMs === 0 && keyHigh === 0 && keyLow === 0;
    return isBare ? checkOneOrder() || placeOrder(command) : answer(command, atMs);
  }

  function answerCancel(command: CancelOrder, sequence: number, atMs: number): number {
    const { actorId, deadlineMs, keyHigh, keyLow } = command;
    commandApplied(sequence, atMs, CommandKind.cancelOrder, actorId);
    const isBare = deadlineMs === 0 && keyHigh === 0 && keyLow === 0;
    return isBare ? cancelOrder(command) : answer(command, atMs);
  }

  function answerReplace(command: CancelReplace, sequence: number, atMs: number): number {
    const { actorId, deadlineMs, keyHigh, keyLow } = command;
    commandApplied(sequence, atMs, CommandKind.cancelReplace, actorId);
    const isBare = deadlineMs === 0 && keyHigh === 0 && keyLow === 0;
    return isBare ? checkOneOrder() || cancelReplace(command) : answer(command, atMs);
  }

  /** Envelope checks, then the command itself; gives 0 or the code of the refusal. */
  function answer(command: Command, atMs: number): number {
    const { deadlineMs } = command;
    if (deadlineMs > 0 && atMs > deadlineMs) {
      return refusal.refuse('command_expired', atMs, deadlineMs);
    }
    if (command.keyHigh !== 0 || command.keyLow !== 0) return answerKeyed(command, atMs);
    return dispatch(command);
  }

  function dispatch(command: Command): number {
    const { kind } = command;
    const handler = handlers[kind] ?? fail(`no command of kind ${kind}`);
    if (!isPermitted(kind, command.source)) return refusal.refuse('not_permitted', kind);
    return checkCapacity(command) || handler(command);
  }

  function answerKeyed(command: Command, atMs: number): number {
    const { deadlineMs, bodyHash } = command;
    if (deadlineMs <= 0 || deadlineMs > atMs + keyLifeMs) {
      return refusal.refuse('value_out_of_range', keyDeadlineField);
    }
    const known = keys.find(command, atMs);
    if (known !== undefined) return repeat(command, known);
    const { actorId, keyHigh, keyLow, kind, source } = command;
    const isOfUser = source === Source.web || source === Source.api;
    const full = keys.findExceededCapacity(actorId, isOfUser, atMs);
    const mayPass = full === undefined || isFreeing(kind) || !isPermitted(kind, source);
    if (!mayPass) return refusal.refuse('capacity_exceeded', ...full);
    const code = dispatch(command);
    if (full === undefined && isRemembered(command, code)) {
      const sequence = step[StepWord.sequence];
      const facts = code === applied ? [] : refusal.readFacts();
      const outcome = { actorId, keyHigh, keyLow, bodyHash, sequence, code, deadlineMs, facts };
      keys.remember(outcome, atMs);
    }
    return code;
  }

  /** The key was seen before: tell the first outcome, or that the body differs. */
  function repeat(command: Command, known: KeyOutcome): number {
    if (known.bodyHash !== command.bodyHash) return refusal.refuse('key_reused', known.sequence);
    cursor[0] -= appliedWords;
    writeApplied(command, known);
    return applied;
  }

  /** Write CommandApplied anew, now with its code and facts; a refused step has written no more. */
  function writeRefused(command: Command, first: number, code: number): void {
    if (cursor[0] !== first + appliedWords) fail(`a refused command ${command.kind} had effects`);
    cursor[0] = first;
    writeApplied(command, { sequence: 0, code, facts: refusal.readFacts() });
  }

  function writeApplied(
    command: Command,
    outcome: Pick<KeyOutcome, 'sequence' | 'code' | 'facts'>,
  ): void {
    events.write({
      kind: EventKind.commandApplied,
      sequence: step[StepWord.sequence],
      atMs: step[StepWord.atMs],
      commandKind: command.kind,
      actorId: command.actorId,
      code: outcome.code,
      repeatOfSequence: outcome.sequence,
      facts: outcome.facts,
    });
  }

  return {
    apply,
    orderEntries: { applyPlace, applyCancel, applyReplace },
    /** Fetches what commands that are about to come will touch; changes nothing. */
    prefetch: { ...trading.prefetch, recordKey: keys.touch },
    /** Events since the last reset: `readWords()`, `reset()`, `countWords()`. */
    events,
    /** When the earliest timer is due; Infinity when none is. */
    nextTimerMs: timers.readNextMs,
    /** Number of the last command. */
    readLastSequence: (): number => step[StepWord.sequence],
    /** Core time of the last command. */
    readCoreTimeMs: (): number => step[StepWord.atMs],
    /** Available and held units of an account's asset; undefined when either does not exist. */
    readBalance(accountId: number, assetId: number) {
      const slot = ledger.assets.findSlot(assetId);
      if (slot < 0 || !ledger.accounts.has(accountId)) return undefined;
      const row = ledger.balances.findRow(accountId, slot);
      return {
        availableUnits: ledger.balances.readAvailable(row),
        heldUnits: ledger.balances.readHeld(row),
      };
    },
    /** Sum of all balances of each asset: 0, or money was made or lost. */
    readTotals: () =>
      ledger.readTotals().map((totalUnits, slot) => {
        return { assetId: ledger.assets.readId(slot), totalUnits };
      }),
    /** The same of one asset, undefined for one nobody defined; costs a look at every account. */
    readTotal(assetId: number): bigint | undefined {
      const slot = ledger.assets.findSlot(assetId);
      return slot < 0 ? undefined : ledger.readTotal(slot);
    },
    countAccounts: () => ledger.accounts.countAccounts(),
    /** Write the logical state, docs/rules/core.md 8, line by line without line ends. */
    dumpState: (writeLine: WriteLine): void => dumpState(parts, writeLine),
    /** The state as chunks of bytes that do not change any more; take all before the next step. */
    saveSnapshot: (): Uint8Array[] => [...saveRegions(memory, shape)],
    /**
     * Take over a saved state; only for an engine that has done no step yet.
     *
     * @throws SnapshotError when the chunks are no snapshot for an engine of this capacity.
     */
    loadSnapshot(chunks: Iterable<Uint8Array>): void {
      if (step[StepWord.sequence] !== 0) fail('a snapshot is loaded into an engine that has run');
      loadRegions(memory, { shape, earlierCounts }, chunks);
    },
    /** Forget everything: the state is again that before the first command. */
    reset(): void {
      clearRegions(memory);
      context.scratch.fill(0);
      events.reset();
    },
  };
}

/** Words of a CommandApplied without facts. */
const appliedWords = 8;
