// The core of @isobath/core behind the calls this room needs. It adds nothing to it.
// Used by process.ts, by audits and by tests.
import { createHash } from 'node:crypto';
import {
  createEngine,
  decodePassingCommand,
  encodeCommandBytes,
  recordCommandBytes,
  defaultSizes,
  type Engine,
  type EngineSizes,
  warmUp,
} from '@isobath/core';
import type { Core } from './core-port.ts';

/** Number of the rules this release follows (`docs/rules`); a change of them begins an era. */
export const RULES_VERSION = 9;

/** Made-up commands of a start; with more nothing gets faster. */
const WARM_UP_COUNT = 100_000;
/** A start on a busy machine does not wait longer for it. */
const WARM_UP_MS = 500;
const GATHER_CHARACTERS = 64 * 1024;

/** Highest asset number, `docs/rules/core.md` 3. */
const ASSET_ID_MAX = 1_023;
const ASSET_IDS: readonly number[] = Array.from({ length: ASSET_ID_MAX }, (_none, at) => at + 1);

/**
 * Make a core in the state before the first command.
 *
 * @param sizes - room; the default is for a venue.
 * @param makeEngine - the way to an engine; only who opens hundreds of cores has another.
 */
export function openCore(
  sizes: EngineSizes = defaultSizes,
  makeEngine: (room: EngineSizes) => Engine = (room) => createEngine({ sizes: room }),
): Core {
  let engine = makeEngine(sizes);
  let isFresh = true;
  let isTorn = false;
  // One object for every step: a view for each would be garbage.
  const run = { words: engine.events.words, count: 0 };
  const dumpState = (writeLine: (line: string) => void) => engine.dumpState(writeLine);
  return {
    decode: decodePassingCommand,
    encode: encodeCommandBytes,
    note(bytes, place) {
      try {
        recordCommandBytes(bytes, engine.prefetch, place);
      } catch {
        // They are refused when their turn comes.
      }
    },
    wantsNotes: () => engine.prefetch.isWorthwhile(),
    fetch: () => engine.prefetch.fetch(),
    apply(command, sequence, atMs) {
      isFresh = false;
      engine.events.reset();
      engine.apply(command, sequence, atMs);
      run.count = engine.events.countWords();
      return run;
    },
    warmUp() {
      const endMs = performance.now() + WARM_UP_MS;
      const mayGoOn = () => performance.now() < endMs;
      warmUp(engine, { commandsCount: WARM_UP_COUNT, mayGoOn });
      engine.reset();
    },
    nextTimerMs: () => engine.nextTimerMs(),
    saveSnapshot: () => engine.saveSnapshot(),
    loadSnapshot(chunks) {
      // A second engine costs speed and the room of both: one is made only where a snapshot that
      // could not be read left behind nobody knows what.
      if (isTorn) engine = makeEngine(sizes);
      else if (!isFresh) engine.reset();
      run.words = engine.events.words;
      isFresh = chunks === undefined;
      isTorn = !isFresh;
      if (chunks !== undefined) engine.loadSnapshot(chunks);
      isTorn = false;
    },
    dumpState,
    hashState() {
      const hash = createHash('sha256');
      let gathered = '';
      dumpState((line) => {
        gathered += `${line}\n`;
        if (gathered.length < GATHER_CHARACTERS) return;
        hash.update(gathered);
        gathered = '';
      });
      return hash.update(gathered).digest('hex');
    },
    readBalances(accountId, assetIds = ASSET_IDS) {
      const found: ReturnType<Core['readBalances']>[number][] = [];
      for (const assetId of assetIds) {
        const balance = engine.readBalance(accountId, assetId);
        if (balance === undefined) continue;
        if (balance.availableUnits === 0n && balance.heldUnits === 0n) continue;
        found.push({ assetId, ...balance });
      }
      return found;
    },
    readTotals: () => engine.readTotals(),
    readTotal: (assetId, accountsCountMax) =>
      engine.countAccounts() > accountsCountMax ? undefined : engine.readTotal(assetId),
  };
}
