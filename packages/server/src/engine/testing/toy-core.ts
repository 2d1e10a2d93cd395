// A core with three rules for tests of what stands around it: transfers between accounts, dead-man
// timers, and a command at which it fails. Not part of the product: the rules stand in
// @isobath/core. Used by tests of this room that need a core to fail or to be slow on purpose.
import { createHash } from 'node:crypto';
import { CommandKind, EventKind, eventHeadFactor, type Command } from '@isobath/core';
import type { Core } from '../core-port.ts';

/** A transfer with this reference makes the toy throw. */
export const FAILING_REFERENCE = 1_000_666;

interface ToyState {
  balances: [number, number][];
  timers: [number, number][];
  fired: number[];
  last: [number, number];
}

/** Make a toy core. */
export function createToyCore(): Core & { readonly fired: readonly number[] } {
  let balances = new Map<number, number>();
  let timers = new Map<number, number>();
  let fired: number[] = [];
  let last: [number, number] = [0, 0];
  const show = (): ToyState => ({
    balances: [...balances].sort((a, b) => a[0] - b[0]),
    timers: [...timers].sort((a, b) => a[0] - b[0]),
    fired,
    last,
  });
  const move = (accountId: number, amount: number) =>
    balances.set(accountId, (balances.get(accountId) ?? 0) + amount);
  const applyEffects = (command: Command, atMs: number, words: number[]) => {
    if (command.kind === CommandKind.transfer) {
      if (command.reference === FAILING_REFERENCE) throw new Error('the toy was told to fail');
      const amount = Number(command.amountUnits);
      move(command.fromAccountId, -amount);
      move(command.toAccountId, amount);
      words.push(EventKind.referencePriceSet + eventHeadFactor * 3, amount, command.reference);
    }
    if (command.kind === CommandKind.setDeadMan) {
      timers.set(command.accountId, atMs + command.timeoutMs);
    }
    if (command.kind !== CommandKind.time) return;
    for (const [accountId, dueMs] of timers) {
      if (dueMs > atMs) continue;
      timers.delete(accountId);
      fired.push(accountId);
      words.push(EventKind.deadManSet + eventHeadFactor * 3, accountId, 0);
    }
  };
  return {
    get fired() {
      return fired;
    },
    decode: (bytes, place = { from: 0, to: bytes.length }) => {
      try {
        const text = Buffer.from(bytes.subarray(place.from, place.to)).toString();
        return JSON.parse(text, reviveAmount) as Command;
      } catch {
        throw new RangeError('no command');
      }
    },
    encode: encodeToy,
    note: () => {},
    wantsNotes: () => true,
    fetch: () => {},
    apply(command, sequence, atMs) {
      const { kind, actorId } = command;
      const head = EventKind.commandApplied + eventHeadFactor * 8;
      const words = [head, sequence, atMs, kind, actorId, 0, 0, 0];
      applyEffects(command, atMs, words);
      last = [sequence, atMs];
      return { words: Float64Array.from(words), count: words.length };
    },
    warmUp: () => {},
    nextTimerMs: () => Math.min(Number.POSITIVE_INFINITY, ...timers.values()),
    saveSnapshot: () => [Buffer.from(JSON.stringify(show()))],
    loadSnapshot(chunks) {
      const state: ToyState = chunks
        ? (JSON.parse(Buffer.from(chunks[0]).toString()) as ToyState)
        : { balances: [], timers: [], fired: [], last: [0, 0] };
      balances = new Map(state.balances);
      timers = new Map(state.timers);
      fired = [...state.fired];
      last = state.last;
    },
    hashState: () => createHash('sha256').update(JSON.stringify(show())).digest('hex'),
    dumpState: (writeLine) => writeLine(JSON.stringify(show())),
    readBalances: () => [],
    readTotals: () => [],
    readTotal: () => undefined,
  };
}

/** The toy's way of writing commands: text, amounts with an n behind. */
export function encodeToy(command: Command): Uint8Array {
  return Buffer.from(
    JSON.stringify(command, (_, value: unknown) =>
      typeof value === 'bigint' ? `${value}n` : value,
    ),
  );
}

function reviveAmount(_: string, value: unknown): unknown {
  return typeof value === 'string' && /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value;
}
