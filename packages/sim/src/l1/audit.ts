// What must hold when everything has healed. It looks at the database from outside and at what
// people were told. Called by run-seed.ts.
import { createHash } from 'node:crypto';
import { decodeCommandBytes } from '@isobath/core';
import { EventKind } from '@isobath/core/event';
import { ENGINE_ID, RULES_VERSION, verifyJournal } from '@isobath/server/parts';
import { showPosition } from '../chaos/contract-lines.ts';
import { ContractStory } from '../chaos/contract-story.ts';
import { isEqual } from '../comparison.ts';
import { dumpState } from '../model-dump.ts';
import type { Row } from './database/expression.ts';
import type { Exchange } from './exchange.ts';
import type { JudgedStep } from './judge.ts';
import { auditRows } from './audit-rows.ts';
import { chainKey, openSimulated, openSmallCore } from './programs.ts';

function readRows(exchange: Exchange, table: string): Row[] {
  return [...exchange.server.store.table(table).rows.values()];
}

/** By the number each command carries: where it stands in the journal. */
function findPlaces(exchange: Exchange): Map<number, JudgedStep[]> {
  const places = new Map<number, JudgedStep[]>();
  for (const step of exchange.judge.steps) {
    const id = step.command.sessionId;
    const found = places.get(id);
    if (found === undefined) places.set(id, [step]);
    else found.push(step);
  }
  return places;
}

/** Acknowledged = in the journal just there, with just those events; refused = not in it. */
function auditPromises(exchange: Exchange, places: Map<number, JudgedStep[]>): void {
  for (const attempt of exchange.people.attempts) {
    const { id, answers, copiesCount, refusedCount, command } = attempt;
    const found = places.get(id) ?? [];
    for (const answer of answers) {
      const step = exchange.judge.steps[answer.sequence - 1];
      if (step?.command.sessionId !== id || !isEqual(step.command, command)) {
        exchange.violate('acknowledged', `attempt ${id} is not at sequence ${answer.sequence}`);
      } else if (answer.code !== step.code || !isEqual(answer.events, step.events)) {
        exchange.violate('acknowledged', `attempt ${id} was told something else`);
      }
    }
    const sequences = new Set(answers.map((answer) => answer.sequence));
    if (sequences.size !== answers.length) {
      exchange.violate('acknowledged', `attempt ${id} was told one place twice`);
    }
    if (found.length > copiesCount - refusedCount || found.length < answers.length) {
      const reported = `${answers.length} answers, ${refusedCount} refusals of ${copiesCount}`;
      exchange.violate('exactly once', `attempt ${id} is there ${found.length} times: ${reported}`);
    }
  }
  auditKeys(exchange);
}

/** Under one key one thing happens once. */
function auditKeys(exchange: Exchange): void {
  const first = new Map<string, number>();
  for (const { command, code, repeatOfSequence, sequence } of exchange.judge.steps) {
    const { actorId, keyHigh, keyLow } = command;
    if (keyHigh === 0 || repeatOfSequence === 0 || code !== 0) {
      if (keyHigh > 0 && code === 0) first.set(`${actorId} ${keyHigh} ${keyLow}`, sequence);
      continue;
    }
    exchange.count('key repeated');
    if (first.get(`${actorId} ${keyHigh} ${keyLow}`) !== repeatOfSequence) {
      exchange.violate('key', `sequence ${sequence} repeats ${repeatOfSequence}, which is another`);
    }
  }
}

/** A product's row and its intent come together, and the intent ends once. */
function auditOutbox(exchange: Exchange, places: Map<number, JudgedStep[]>): void {
  const intents = readRows(exchange, 'command_outbox');
  const requests = readRows(exchange, 'wishes');
  const isMalformed = ({ state }: Row) => state === 'malformed';
  const malformedCount = requests.filter((row) => row['is_malformed'] === true).length;
  if (intents.length !== requests.length || intents.filter(isMalformed).length !== malformedCount) {
    exchange.violate('outbox', `${intents.length} intents of ${requests.length} wishes`);
  }
  const kept = new Set(requests.map((row) => row['wish_id']));
  for (const { id, isCommitted } of exchange.people.requests) {
    if (isCommitted && !kept.has(id)) exchange.violate('outbox', `wish ${id} was lost`);
  }
  for (const intent of intents) {
    if (isMalformed(intent)) continue;
    const { sessionId: id } = decodeCommandBytes(intent['command'] as Buffer);
    const found = places.get(id) ?? [];
    const [step] = found;
    if (found.length !== 1 || step === undefined || step.sequence !== intent['sequence']) {
      exchange.violate('outbox', `wish ${id} is in the journal ${found.length} times`);
      continue;
    }
    const state = step.code === 0 ? 'done' : 'rejected';
    if (intent['state'] !== state || intent['code'] !== step.code) {
      exchange.violate('outbox', `wish ${id} ended ${String(intent['state'])}, not ${state}`);
    }
  }
}

/** What the projection tells is what a fold of the journal tells. */
function auditProjection(exchange: Exchange): void {
  const reported = new Map(readRows(exchange, 'told_steps').map((row) => [row['sequence'], row]));
  const moves = new Map<string, number>();
  for (const { sequence, events } of exchange.judge.steps) {
    if (reported.get(sequence)?.['events_count'] !== events.length) {
      exchange.violate('projection', `step ${sequence} is missing or told otherwise`);
    }
    for (const event of events) {
      if (event.kind !== EventKind.transferPosted) continue;
      const name = `${event.toAccountId} ${event.assetId}`;
      moves.set(name, (moves.get(name) ?? 0) + 1);
    }
  }
  if (reported.size !== exchange.judge.steps.length)
    exchange.violate('projection', 'a step too many');
  const rows = readRows(exchange, 'told_balances');
  const isSame = rows.every((row) => {
    return moves.get(`${row['account_id']} ${row['asset_id']}`) === row['moves_count'];
  });
  if (!isSame || rows.length !== moves.size) {
    exchange.violate('projection', 'a movement was added twice or not at all');
  }
}

/** Positions, profits and clearing as the trades of the journal make them, one by one. */
function auditContracts(exchange: Exchange): void {
  const { steps, model } = exchange.judge;
  const story = new ContractStory();
  try {
    for (const { events, atMs } of steps) {
      for (const event of events) story.take(event, atMs);
      story.endStep();
    }
  } catch (error) {
    return exchange.violate('contracts', (error as Error).message);
  }
  const reported = [...story.positions.values()].map(showPosition).toSorted();
  const expected = model.positions
    .map(({ market: { instrumentId }, ...it }) => showPosition({ ...it, instrumentId }))
    .toSorted();
  if (reported.join('\n') !== expected.join('\n')) {
    exchange.violate('contracts', `positions are ${reported.join()}, not ${expected.join()}`);
  }
  for (let count = 0; count < story.tradesCount; count += 1) exchange.count('contract traded');
  if (reported.length > 0) exchange.count('positions left open');
  if (story.rates.length > 0) exchange.count('funding rate fixed');
}

/** The journal as the operator's own check sees it, and the engine's state beside the rules'. */
async function auditState(exchange: Exchange): Promise<void> {
  const fault = exchange.judge.compareAll();
  if (fault !== null) exchange.violate(fault.check, fault.detail);
  const { part } = exchange.engine;
  if (part === undefined) return exchange.violate('alive', 'the engine is not there');
  const live = await part.hashState();
  const dump = dumpState(exchange.judge.model);
  const hash = createHash('sha256').update(dump).digest('hex');
  if (live.hash !== hash) exchange.violate('state hash', 'the engine has another state');
  const report = await verifyJournal({
    database: openSimulated('isobath tool'),
    engineId: ENGINE_ID,
    key: chainKey,
    rulesVersion: RULES_VERSION,
    core: openSmallCore(),
  });
  if (!report.isSound) exchange.violate('verify', JSON.stringify(report.findings.slice(0, 3)));
  if (report.warnings.length > 0) exchange.violate('verify', report.warnings.join('; '));
  if (report.stateHash !== hash) exchange.violate('verify', 'the replay ends in another state');
  if (report.lastSequence !== exchange.judge.steps.length) {
    exchange.violate('verify', `it sees ${report.lastSequence} sequences`);
  }
}

/** Look at everything; nothing is applied any more. */
export async function audit(exchange: Exchange): Promise<void> {
  const places = findPlaces(exchange);
  auditPromises(exchange, places);
  auditOutbox(exchange, places);
  auditProjection(exchange);
  auditContracts(exchange);
  if (exchange.audience !== undefined) {
    auditRows(exchange, exchange.audience);
    exchange.audience.audit();
  }
  await auditState(exchange);
}
