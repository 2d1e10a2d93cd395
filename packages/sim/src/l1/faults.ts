// How each fault strikes. It decides nothing about when. Called by exchange.ts with the details'
// dice; what it breaks is mended by the world itself or at the latest when everything heals.
import type { Dice } from '../workload/dice.ts';
import type { Session } from './database/session.ts';
import type { Exchange } from './exchange.ts';
import type { FaultKind } from './plan.ts';

/** Places in the engine's work at which something can strike. */
const enginePoints: readonly string[] = [
  'journal-append arrived',
  'journal-append done',
  'journal-append logged',
  'journal-append committed',
  'journal-append-marks arrived',
  'journal-append-marks logged',
  'journal-append-marks committed',
  'select journal_heads for update done',
  'commit journal_heads logged',
  'commit journal_heads committed',
  'event-log-append arrived',
  'event-log-append done',
  'commit event_log logged',
  'insert snapshots done',
  'insert snapshot_chunks done',
  'commit snapshots snapshot_chunks logged',
  'commit snapshots snapshot_chunks committed',
  'select snapshots arrived',
  'select snapshot_chunks done',
  'declare journal arrived',
  'fetch journal_rows arrived',
  'select command_outbox done',
];

const projectorPoints: readonly string[] = [
  'insert told_steps done',
  'commit told_steps projections logged',
  'commit told_steps told_balances projections logged',
  'update projections done',
  'select projections done',
];

/** Right after a commit that nobody waits for: a crash here loses it. */
const unflushedPoints: readonly string[] = [
  'commit event_log logged',
  'commit event_log command_outbox logged',
  'commit told_steps projections logged',
  'commit told_steps told_balances projections logged',
];

const refusable: readonly string[] = [
  'journal-append',
  'event-log-append',
  'insert snapshots',
  'insert snapshot_chunks',
  'select journal_heads',
  'update journal_heads',
  'update projections',
  'select command_outbox',
  'update command_outbox',
  'commit',
];

/** Places in the work on the journal and the log at which a session may stand still. */
const stallPoints: readonly string[] = [
  'journal-append arrived',
  'journal-append done',
  'journal-append logged',
  'journal-append-marks arrived',
  'journal-append-marks logged',
  'event-log-append arrived',
  'event-log-append done',
  'commit event_log logged',
  'commit event_log command_outbox logged',
];

/** Places at which an append has not yet done anything, or not all. */
const appendPoints: readonly string[] = [
  'journal-append arrived',
  'journal-append arrived',
  'journal-append-marks arrived',
  'journal-append logged',
];

/** Places at which the event log is written. */
const logPoints: readonly string[] = [
  'event-log-append arrived',
  'event-log-append done',
  'commit event_log logged',
  'commit event_log command_outbox logged',
];

/** Places at which intents are under way. */
const outboxPoints: readonly string[] = [
  'journal-append-marks arrived',
  'journal-append-marks done',
  'journal-append-marks logged',
  'select command_outbox arrived',
  'select command_outbox done',
  'commit event_log command_outbox logged',
];

/** Places at which the edge reads what it begins with, or goes on from. */
const edgePoints: readonly string[] = [
  'select spot_orders done',
  'select stored_books done',
  'session-read arrived',
  'select private_pieces arrived',
  'select private_pieces done',
  'orders-watermark done',
];

const MEBIBYTE = 1024 * 1024;

/** Longest time that a session stands still at the server. */
const LATE_MS = 2_500;

type Strike = (exchange: Exchange, dice: Dice) => void;
/** What the engine loses: the session at hand, all of them, or its life. */
type Loss = 'one' | 'all' | 'killed';

function freezeDatabase(exchange: Exchange, forMs: number): void {
  exchange.count('database frozen');
  exchange.server.frozenUntilMs = exchange.scheduler.nowMs + forMs;
}

function slowCommits(exchange: Exchange, delayMs: number): void {
  const { server, scheduler } = exchange;
  exchange.count('slow commits');
  server.commitDelayMs = delayMs;
  scheduler.afterInWorld(300, () => {
    server.commitDelayMs = 0;
  });
}

function refuseStatement(exchange: Exchange, label: string): void {
  exchange.count(`refused ${label}`);
  exchange.server.refusedLabel = label;
}

/** The engine loses something, and the server is slow to work off what it had sent. */
function stallEngine(exchange: Exchange, session: Session, it: { how: Loss; forMs: number }): void {
  const { process } = exchange.engine;
  const sessions = it.how === 'one' ? [session] : exchange.server.sessionsOf(process);
  for (const one of sessions) one.stall(it.forMs);
  if (it.how === 'killed' && session.owner === process) exchange.killEngine();
  else for (const one of sessions) one.cut();
}

/** What was sent is worked off only once somebody has looked and believes that it never came. */
function delayEngine(exchange: Exchange, session: Session, it: { how: Loss; look: string }): void {
  stallEngine(exchange, session, { how: it.how, forMs: LATE_MS });
  const pauseMs = exchange.dice.pick([0, 0.1, 0.6, 3]);
  exchange.arm(it.look, 'late session', () =>
    exchange.scheduler.afterInWorld(pauseMs, () => session.goOn()),
  );
}

/** The engine's process stands still; another writer may come and go meanwhile. */
function pauseEngine(exchange: Exchange, forMs: number, isReplaced: boolean): void {
  exchange.count('engine paused');
  exchange.engine.process.pausedUntilMs = exchange.scheduler.nowMs + forMs;
  if (isReplaced) exchange.startSecondWriter(forMs);
}

function slowReader(exchange: Exchange, forMs: number): void {
  exchange.count('slow reader');
  exchange.follower.slowUntilMs = exchange.scheduler.nowMs + forMs;
}

function askForSnapshot({ engine, scheduler }: Exchange): void {
  const { part, process } = engine;
  if (!process.isAlive || part === undefined) return;
  scheduler.runAs(process, () => void part.makeSnapshot());
}

/**
 * The event log loses its end while nobody trades, then a snapshot is made of a state beyond that
 * end, and the engine dies before it has noticed.
 */
function snapshotAheadOfLog(exchange: Exchange, dice: Dice): void {
  const [forgetMs, snapshotMs] = [dice.pick([2, 20]), dice.pick([5, 30])];
  exchange.arm('commit event_log logged', 'log forgotten', () =>
    exchange.scheduler.afterInWorld(forgetMs, () => {
      exchange.crashDatabase(1, 0);
      exchange.arm('commit snapshots snapshot_chunks committed', 'killed ahead of the log', () =>
        exchange.killEngine(),
      );
      exchange.scheduler.afterInWorld(snapshotMs, () => askForSnapshot(exchange));
    }),
  );
}

type Fate = readonly [
  label: string,
  point: string,
  befall: (exchange: Exchange, session: Session) => void,
];

const kill: Fate[2] = (exchange) => exchange.killEngine();
const cut: Fate[2] = (exchange) => exchange.cutSessions('engine');

/** What may befall an append at which instant: of the many points these come too seldom. */
const appendFates: readonly Fate[] = [
  ['engine killed', 'journal-append arrived', kill],
  ['engine killed', 'journal-append logged', kill],
  ['engine killed', 'journal-append committed', kill],
  ['engine cut', 'journal-append arrived', cut],
  ['engine cut', 'journal-append logged', cut],
  ['engine cut', 'journal-append committed', cut],
  ['database crashed', 'journal-append logged', (exchange) => exchange.crashDatabase(50)],
  [
    'engine stalled',
    'journal-append logged',
    (exchange, session) => stallEngine(exchange, session, { how: 'one', forMs: 40 }),
  ],
  ['outbox cut', 'journal-append-marks arrived', cut],
];

function strikeAppend(exchange: Exchange, dice: Dice): void {
  const [label, point, befall] = dice.pick(appendFates);
  exchange.arm(point, label, (session) => befall(exchange, session));
}

const strikes: Readonly<Record<FaultKind, Strike>> = {
  killEngine: (exchange) => exchange.killEngine(),
  killEngineAt: (exchange, dice) =>
    exchange.arm(dice.pick(enginePoints), 'engine killed', () => exchange.killEngine()),
  cutEngineAt: (exchange, dice) =>
    exchange.arm(dice.pick(enginePoints), 'engine cut', () => exchange.cutSessions('engine')),
  crashDatabase: (exchange, dice) => exchange.crashDatabase(dice.pick([1, 50, 700])),
  crashDatabaseAt: (exchange, dice) =>
    exchange.arm(dice.pick([...enginePoints, ...projectorPoints]), 'database crashed', () =>
      exchange.crashDatabase(dice.pick([1, 50, 700])),
    ),
  crashDatabaseUnflushed: (exchange, dice) =>
    exchange.arm(dice.pick(unflushedPoints), 'database crashed', () =>
      exchange.crashDatabase(dice.pick([1, 50, 700]), 0),
    ),
  freezeDatabase: (exchange, dice) => freezeDatabase(exchange, dice.pick([5, 100, 1_500, 12_000])),
  slowCommits: (exchange, dice) => slowCommits(exchange, dice.pick([2, 20, 150])),
  refuseStatement: (exchange, dice) => refuseStatement(exchange, dice.pick(refusable)),
  secondWriter: (exchange) => exchange.startSecondWriter(),
  clockJump: (exchange, dice) =>
    exchange.jumpClock(dice.pick([-3_600_000, -2_000, -400, 700, 2_500, 3_600_000, 86_400_000])),
  disk: (exchange, dice) =>
    exchange.fillDisk(dice.pick([200 * MEBIBYTE, 30 * MEBIBYTE, 0]), dice.pick([200, 2_500])),
  killGateway: (exchange) => exchange.killGateway(),
  killProjector: (exchange) => exchange.killProjector(),
  cutProjectorAt: (exchange, dice) => {
    const cut = dice.isLucky(50);
    exchange.arm(dice.pick(projectorPoints), cut ? 'projector cut' : 'projector killed', () =>
      cut ? exchange.cutSessions('projector') : exchange.killProjector(),
    );
  },
  cutGateway: (exchange) => exchange.cutSockets(),
  slowReader: (exchange, dice) => slowReader(exchange, dice.pick([50, 400, 2_000])),
  slowNetwork: (exchange, dice) => exchange.slowNetwork(dice.pick([1, 8, 40]), 200),
  power: (exchange, dice) => exchange.losePower(dice.pick([20, 300])),
  snapshot: (exchange) => askForSnapshot(exchange),
  stallEngineAt: (exchange, dice) => {
    const how = dice.pick(['one', 'one', 'all', 'killed'] as const);
    const forMs = dice.pick([2, 8, 40, 400, 2_500]);
    exchange.arm(
      dice.pick(stallPoints),
      `engine ${how === 'killed' ? how : 'stalled'}`,
      (session) => stallEngine(exchange, session, { how, forMs }),
    );
  },
  delayEngineAt: (exchange, dice) =>
    exchange.arm(dice.pick(appendPoints), 'engine delayed', (session) =>
      delayEngine(exchange, session, { how: 'one', look: 'commit journal_heads committed' }),
    ),
  delayLogAt: (exchange, dice) => {
    const how = dice.pick(['one', 'all', 'killed'] as const);
    exchange.arm('event-log-append arrived', 'log delayed', (session) =>
      delayEngine(exchange, session, { how, look: 'select event_log done' }),
    );
  },
  pauseEngine: (exchange, dice) =>
    pauseEngine(exchange, dice.pick([3, 60, 700, 3_000]), dice.isLucky(60)),
  pauseEngineAt: (exchange, dice) => {
    const [forMs, isReplaced] = [dice.pick([3, 60, 700]), dice.isLucky(60)];
    exchange.arm(dice.pick(enginePoints), 'engine paused', () =>
      pauseEngine(exchange, forMs, isReplaced),
    );
  },
  cutLogAt: (exchange, dice) =>
    exchange.arm(dice.pick(logPoints), 'log cut', (session) => session.cut()),
  cutOutboxAt: (exchange, dice) =>
    exchange.arm(dice.pick(outboxPoints), 'outbox cut', () => exchange.cutSessions('engine')),
  forgetLog: (exchange, dice) => {
    const [afterMs, downMs] = [dice.pick([0.6, 4, 40, 150]), dice.pick([1, 50, 700])];
    exchange.arm(dice.pick(unflushedPoints), 'log forgotten', () =>
      exchange.scheduler.afterInWorld(afterMs, () => exchange.crashDatabase(downMs, 0)),
    );
  },
  killEdge: ({ audience }) => audience?.killEdge(),
  killEdgeAt: (exchange, dice) =>
    exchange.arm(dice.pick(edgePoints), 'edge killed', () => exchange.audience?.killEdge()),
  cutEdge: ({ audience }) => audience?.cutSockets(),
  cutEdgeSessions: ({ audience }) => audience?.cutSessions(),
  pauseEdge: ({ audience }, dice) => audience?.pauseEdge(dice.pick([20, 300, 2_500])),
  cutLines: ({ audience }, dice) => audience?.cutLines(dice),
  silenceLines: ({ audience }, dice) => audience?.silenceLines(dice),
  slowReaders: ({ audience }, dice) => {
    const it = { forMs: dice.pick([300, 3_000, 15_000]), isTalking: dice.isLucky(40) };
    audience?.slowReaders(dice, it);
  },
  snapshotAheadOfLog,
  strikeAppendAt: strikeAppend,
  operator: (exchange, dice) =>
    exchange.setMode(dice.pick(['cancel-only', 'halted', 'normal'] as const), 300),
};

/** Let a fault strike. */
export function strike(exchange: Exchange, kind: FaultKind, dice: Dice): void {
  strikes[kind](exchange, dice);
}
