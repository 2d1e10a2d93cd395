// The engine as the judge sees it: its door and nothing behind it. Called by run.ts and the tests.
import type { Command } from '@isobath/core';
import * as core from '@isobath/core';
import { giveBackEngine, takeEngine } from './engine-pool.ts';
import type { Subject } from './subject.ts';

function wrap(engine: core.Engine, sizes: core.EngineSizes): Subject {
  return {
    sizes,
    apply(command, sequence, atMs) {
      engine.events.reset();
      engine.apply(command, sequence, atMs);
      return core.readEvents(engine.events.readWords());
    },
    run(command, sequence, atMs) {
      engine.events.reset();
      engine.apply(command, sequence, atMs);
    },
    readWords: () => engine.events.readWords(),
    readBalance(accountId, assetId) {
      const balance = engine.readBalance(accountId, assetId);
      return { available: balance?.availableUnits ?? 0n, held: balance?.heldUnits ?? 0n };
    },
    nextTimerMs() {
      const dueMs = engine.nextTimerMs();
      return dueMs === Number.POSITIVE_INFINITY ? 0 : dueMs;
    },
    dump() {
      const lines: string[] = [];
      engine.dumpState((line) => lines.push(line));
      return `${lines.join('\n')}\n`;
    },
    restart() {
      const chunks = engine.saveSnapshot();
      const fresh = takeEngine(sizes);
      fresh.loadSnapshot(chunks);
      giveBackEngine(engine, sizes);
      return wrap(fresh, sizes);
    },
    end: () => giveBackEngine(engine, sizes),
    roundTrip: (command: Command) => core.decodeCommandBytes(core.encodeCommandBytes(command)),
  };
}

/** Room for one short run: engines are made and restored all the time here. */
export const simulationSizes: core.EngineSizes = {
  ...core.smallSizes,
  accountsMax: 256,
  ownersMax: 256,
  overflowBlocksMax: 8_192,
  feePlansMax: 16_384,
  ordersMax: 2_048,
  bookPagesMax: 1_024,
  listsMax: 1_024,
  timersMax: 8_192,
  // A batch may sweep several icebergs of a thousand parts each.
  eventWordsMax: 4_194_304,
};

/** An engine in the state before the first command. */
export function createEngineSubject(sizes: core.EngineSizes = simulationSizes): Subject {
  return wrap(takeEngine(sizes), sizes);
}
