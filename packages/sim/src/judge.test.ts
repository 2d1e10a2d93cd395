// That the judge sees: each planted change is a small lie about what an engine did, told while the
// engine itself is right, and each must be found.
import type { Command, CoreEvent } from '@isobath/core';
import { EventKind } from '@isobath/core/event';
import { expect, test } from 'vitest';
import { Coverage } from './coverage.ts';
import { createEngineSubject } from './engine-subject.ts';
import { Fold } from './fold.ts';
import { runPlan, runSeeds } from './l0.ts';
import { applyCommand } from './model/apply.ts';
import { Model } from './model/state.ts';
import { shrinkFailure } from './shrink.ts';
import type { Subject } from './subject.ts';
import { drawPlan, Sender } from './workload.ts';

type Lie = (events: readonly CoreEvent[], command: Command) => readonly CoreEvent[];

const changeFirst =
  (kind: number, change: (event: never) => object): Lie =>
  (events) => {
    const place = events.findIndex((event) => event.kind === kind);
    if (place === -1) return events;
    const changed = { ...events[place], ...change(events[place] as never) } as CoreEvent;
    return events.map((event, index) => (index === place ? changed : event));
  };

const lies: readonly (readonly [string, Lie])[] = [
  [
    'a release that does not happen',
    changeFirst(EventKind.orderClosed, (it: { releasedUnits: bigint }) =>
      it.releasedUnits > 0n ? { releasedUnits: 0n } : {},
    ),
  ],
  [
    'a fee that is one unit too low',
    changeFirst(EventKind.tradeExecuted, (it: { takerFeeUnits: bigint }) =>
      it.takerFeeUnits > 0n ? { takerFeeUnits: it.takerFeeUnits - 1n } : {},
    ),
  ],
  [
    'two trades in the wrong order',
    (events) => {
      const places = events.flatMap((it, index) => (it.kind === 46 ? [index] : []));
      const [one, other] = places;
      if (one === undefined || other === undefined) return events;
      return events.map((event, index) => {
        if (index === one) return events[other] as CoreEvent;
        return index === other ? (events[one] as CoreEvent) : event;
      });
    },
  ],
  [
    'a maker that is one place behind',
    changeFirst(EventKind.tradeExecuted, (it: { makerOrderId: number }) => ({
      makerOrderId: it.makerOrderId + 1,
    })),
  ],
  [
    'a level that shows one lot more',
    changeFirst(EventKind.levelChanged, (it: { totalLots: number }) => ({
      totalLots: it.totalLots + 1,
    })),
  ],
  [
    'a trade number that is skipped',
    changeFirst(46, (it: { tradeId: number }) => ({ tradeId: it.tradeId + 1 })),
  ],
  [
    'an event that is not told',
    (events) => events.filter((it) => it.kind !== EventKind.trailingMoved),
  ],
  [
    'an event that is told twice',
    (events) => [...events, ...events.filter((it) => it.kind === 50)],
  ],
  [
    'another reject than the rules say',
    changeFirst(EventKind.commandApplied, (it: { code: number }) =>
      it.code === 40050 ? { code: 40051 } : {},
    ),
  ],
  [
    'a fact that is wrong',
    changeFirst(EventKind.commandApplied, (it: { code: number; facts: number[] }) =>
      it.code === 40034 ? { facts: [1, ...it.facts.slice(1)] } : {},
    ),
  ],
];

function wrap(subject: Subject, lie: Lie): Subject {
  const apply: Subject['apply'] = (command, ...at) => lie(subject.apply(command, ...at), command);
  return { ...subject, apply, readWords: undefined };
}

function isFound(createSubject: () => Subject): boolean {
  for (let seed = 1; seed <= 40; seed += 1) {
    const failure = runPlan(drawPlan(seed, 1_000), { createSubject, dumpEvery: 200 });
    if (failure !== null) return true;
  }
  return false;
}

test.each(lies)('the judge sees %s', (_, lie) => {
  expect(isFound(() => wrap(createEngineSubject(), lie))).toBe(true);
});

function offByOne(): Subject {
  const subject = createEngineSubject();
  let reads = 0;
  const readBalance: Subject['readBalance'] = (account, asset) => {
    reads += 1;
    const { available, held } = subject.readBalance(account, asset);
    return { available: available + (reads > 900 ? 1n : 0n), held };
  };
  return { ...subject, readBalance };
}

function forgetful(): Subject {
  const subject = createEngineSubject();
  return { ...subject, dump: () => subject.dump().replace(/^owner .*\n/m, '') };
}

function late(): Subject {
  const subject = createEngineSubject();
  return { ...subject, nextTimerMs: () => subject.nextTimerMs() && subject.nextTimerMs() + 1 };
}

function torn(): Subject {
  return { ...createEngineSubject(), roundTrip: (command) => ({ ...command, sessionId: 0 }) };
}

test.each([
  ['a balance that is one unit off', offByOne],
  ['a state that forgets a line', forgetful],
  ['a timer that is late', late],
  ['a torn command', torn],
])('the judge sees %s', (_, createSubject) => {
  expect(isFound(createSubject)).toBe(true);
});

/** Its state is another one after one command, and right again after the next. */
function wrongForOneCommand(subject = createEngineSubject(), count = { commands: 0 }): Subject {
  const run: Subject['run'] = (...command) => {
    count.commands += 1;
    return subject.run(...command);
  };
  const dump = () => `${subject.dump()}${count.commands === 333 ? ' ' : ''}`;
  return { ...subject, run, dump, restart: () => wrongForOneCommand(subject.restart(), count) };
}

test('one seed in 64 is looked at so closely that a state wrong for one command is seen', () => {
  const request = { commandsCount: 1_000, limitMs: Infinity, leastCount: 0 };
  const createSubject = () => wrongForOneCommand();
  const find = (seed: number) => {
    const judging = { createSubject, dumpEvery: 200, coverage: new Coverage() };
    return runSeeds({ ...request, seed }, judging).failure;
  };
  expect(find(64)?.fault.check).toBe('dump');
  expect(find(64)?.sent.length).toBe(333);
  expect(find(65)).toBeNull();
});

test('what is equal is found equal', () => {
  const judging = { createSubject: createEngineSubject, dumpEvery: 100 };
  expect(runPlan(drawPlan(3, 2_000), judging)).toBeNull();
});

test('a reader of the events alone is missed by an event that is kept from them', () => {
  const plan = drawPlan(5, 800);
  const model = new Model();
  const sender = new Sender(plan, model);
  const kept = [EventKind.levelChanged, EventKind.orderAmended, EventKind.orderTriggered] as const;
  const readers = kept.map((kind) => ({ kind, fold: new Fold(), isMissed: false }));
  let sequence = 0;
  for (const step of plan.steps) {
    for (const { command, atMs } of sender.read(step)) {
      sequence += 1;
      for (const event of applyCommand(model, command, { sequence, atMs })) {
        for (const reader of readers) if (event.kind !== reader.kind) reader.fold.take(event);
      }
      for (const it of readers) it.isMissed ||= it.fold.findFaults(model).length > 0;
    }
  }
  expect(readers.map((reader) => reader.isMissed)).toEqual([true, true, true]);
});

test('a failure is made small and still fails the same check', () => {
  const lie = (lies[5] as (typeof lies)[number])[1];
  const createSubject = (): Subject => wrap(createEngineSubject(), lie);
  const judging = { createSubject, dumpEvery: 200 };
  const failure = runPlan(drawPlan(2, 1_000), judging);
  if (failure === null) throw new Error('nothing was found');
  const small = shrinkFailure(failure, judging);
  expect(small.fault.check).toBe('events');
  expect(small.sent.length).toBeLessThan(40);
  expect(small.sent.length).toBeLessThan(failure.sent.length);
});
