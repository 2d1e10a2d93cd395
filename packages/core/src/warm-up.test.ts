import { expect, test } from 'vitest';
import type { Command } from './command.ts';
import { createEngine, type Engine } from './engine.ts';
import { EventKind } from './event.ts';
import { readEvents } from './event-decoder.ts';
import { smallSizes } from './sizes.ts';
import { Driver } from './testing/driver.ts';
import { warmUp } from './warm-up.ts';

const limits = { commandsCount: 5_000 };

function dump(engine: Engine): string[] {
  const lines: string[] = [];
  engine.dumpState((line) => lines.push(line));
  return lines;
}

function readBytes(engine: Engine): string {
  return Buffer.concat(engine.saveSnapshot()).toString('hex');
}

test('the made-up market trades, cancels, replaces and refuses', () => {
  const engine = createEngine({ sizes: smallSizes });
  const kinds = new Map<number, number>();
  const apply = (command: Command, sequence: number, atMs: number) => {
    engine.apply(command, sequence, atMs);
    for (const event of readEvents(engine.events.readWords())) {
      kinds.set(event.kind, (kinds.get(event.kind) ?? 0) + 1);
    }
  };
  warmUp({ apply, events: engine.events }, limits);
  for (const kind of [
    EventKind.orderOpened,
    EventKind.orderClosed,
    EventKind.tradeExecuted,
    EventKind.itemApplied,
    EventKind.selfTradePrevented,
  ]) {
    expect(kinds.get(kind)).toBeGreaterThan(5);
  }
});

test('the market closes early when it is told to', () => {
  const engine = createEngine({ sizes: smallSizes });
  let requested = 0;
  warmUp(engine, { ...limits, mayGoOn: () => ++requested < 3 });
  expect(engine.readLastSequence()).toBe(3_000);
});

test('an engine that was warmed and reset is one that has done nothing', () => {
  const warmed = createEngine({ sizes: smallSizes });
  warmUp(warmed, limits);
  warmed.reset();
  const fresh = createEngine({ sizes: smallSizes });
  expect(dump(warmed)).toEqual(dump(fresh));
  expect(readBytes(warmed)).toBe(readBytes(fresh));
  const drivers = [warmed, fresh].map((engine) => Object.assign(new Driver(), { engine }));
  const emitted = drivers.map((driver) => {
    driver.openVenue();
    const made = Array.from({ length: 50 }, (_, at) =>
      driver.place({ priceTicks: 90 + (at % 20), side: at % 2, sizeLots: 1 + at }),
    );
    return JSON.stringify(made, (_, value: unknown) => String(value));
  });
  expect(emitted[0]).toBe(emitted[1]);
  expect(readBytes(warmed)).toBe(readBytes(fresh));
});
