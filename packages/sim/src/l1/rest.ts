// Whether a simulated exchange has come to rest, and what it still waits for when it has not. It
// changes nothing. Called by exchange.ts and run-seed.ts.
import { type EngineStatus, ORDERS, type ProjectionRunner } from '@isobath/server/parts';
import type { DatabaseServer } from './database/server.ts';
import type { Audience } from './edge/audience.ts';
import type { Judge } from './judge.ts';
import type { Program } from './programs.ts';

/** The parts of an exchange that may still be at work. */
interface AtWork {
  readonly status: EngineStatus | undefined;
  readonly people: { readonly openCount: number };
  readonly follower: { readonly lastSequence: number };
  readonly audience: Audience | undefined;
  readonly judge: Judge;
  readonly server: DatabaseServer;
  readonly projector: Program<ProjectionRunner>;
}

/** The product's projections that write at once; books are stored once a minute. */
const promptProjections = [ORDERS, 'candles', 'contracts'];

/** How far a run has come. */
interface Phase {
  readonly isResting: boolean;
  readonly hasLastWord: boolean;
}

function readLast(exchange: AtWork, table: string, column: string): number {
  let last = 0;
  for (const row of exchange.server.store.table(table).rows.values()) {
    last = Math.max(last, row[column] as number);
  }
  return last;
}

/** What a process remembers of the database may have been lost in a crash: the rows themselves. */
function isProjected({ server, audience }: AtWork, last: number): boolean {
  const { rows } = server.store.table('projections');
  const names = audience === undefined ? ['told'] : ['told', ...promptProjections];
  return names.every((name) => ((rows.get(name)?.['sequence'] as number) ?? 0) >= last);
}

/** Whether nothing is left to be done. */
export function isAtRest(exchange: AtWork, { isResting, hasLastWord }: Phase): boolean {
  const { status, people, follower, audience } = exchange;
  const mode = isResting ? 'halted' : 'normal';
  if (status?.mode !== mode || people.openCount > 0) return false;
  const last = exchange.judge.steps.length;
  if (status.lastSequence !== last || status.durableSequence !== last) return false;
  if (status.loggedSequence !== last || follower.lastSequence !== last) return false;
  if (!isProjected(exchange, last) || audience?.isAtRest === false) return false;
  if (hasLastWord && readLast(exchange, 'event_log', 'last_sequence') < last) return false;
  const intents = [...exchange.server.store.table('command_outbox').rows.values()];
  return intents.every(({ state }) => state !== 'waiting' && state !== 'taken');
}

/** What is waited for. */
export function reportUnrest(exchange: AtWork): string {
  const { status, follower, people, judge, projector, audience } = exchange;
  const intents = [...exchange.server.store.table('command_outbox').rows.values()];
  const waiting = intents.filter(({ state }) => state === 'waiting' || state === 'taken').length;
  return JSON.stringify({
    status,
    judged: judge.steps.length,
    followed: follower.lastSequence,
    projected: projector.part?.readProjectedSequence(),
    open: people.openCount,
    intents: waiting,
    listeners: audience?.reportUnrest(),
  });
}
