// From a caller's wish to a durable outcome: envelope, idempotency key, and the engine's refusals
// as refusals of the call. It knows no command by name. Called by every product that changes
// anything.
import { hash } from 'node:crypto';
import {
  type Command,
  type CommandEnvelope,
  type CoreEvent,
  EventKind,
  type OwnerId,
  readRejectFacts,
  readRejectWord,
  Source,
} from '@isobath/core';
import { errors } from '@isobath/wire';
import { type Caller, CallRefusal, type CommittedStep, refuse } from '../product/index.ts';

/** A durable outcome, as the engine's door gives it. */
export interface DurableOutcome {
  readonly sequence: number;
  readonly atMs: number;
  readonly code: number;
  readonly facts: readonly number[];
  readonly events: readonly CoreEvent[];
}

/** The way into the engine; throws an error named SubmitRefusal with `trouble` when not taken. */
export type SubmitCommand = (command: Command) => Promise<DurableOutcome>;

/** The part of a command that a product fills in. */
export type CommandBody = Command extends infer TCommand
  ? TCommand extends Command
    ? Omit<TCommand, keyof CommandEnvelope>
    : never
  : never;

/** Who acts, and what makes a repeat recognisable. */
export interface CommandSigns {
  readonly caller: Pick<Caller, 'ownerId' | 'sessionId' | 'signed'>;
  /** "" = not repeatable. */
  readonly idempotencyKey: string;
  readonly source?: Source;
}

/** Sends commands. */
export interface CommandClient {
  /**
   * Send and return what happened, also when the engine refused it.
   *
   * @throws CallRefusal only when the command was not taken or its outcome is unknown.
   */
  try(body: CommandBody, signs: CommandSigns): Promise<DurableOutcome>;
  /** Send and return what happened. @throws CallRefusal also when the engine refused it. */
  send(body: CommandBody, signs: CommandSigns): Promise<DurableOutcome>;
}

const DAY_MS = 86_400_000;
/** Below the engine's limit, so that clocks that differ a little do not refuse each other. */
const CLOCK_GRACE_MS = 60_000;
const HALF_BYTE = 16;
const BYTE = 256;
const SIX_BYTES = BYTE ** 6;

/** A whole number of so many bytes of a digest, one a letter. */
function readBytes(digest: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at += 1) value = value * BYTE + digest.charCodeAt(at);
  return value;
}

/** Three 52-bit words of a text's SHA-256: its last 156 bits, the last ones first. */
function hashWords(text: string): [number, number, number] {
  // A digest as letters costs half of one as a buffer.
  const digest = hash('sha256', text, 'latin1');
  const lowHalf = (at: number) =>
    (digest.charCodeAt(at) % HALF_BYTE) * SIX_BYTES + readBytes(digest, at + 1, at + 7);
  const middle =
    readBytes(digest, 19, 25) * HALF_BYTE + Math.floor(digest.charCodeAt(25) / HALF_BYTE);
  return [lowHalf(25), middle, lowHalf(12)];
}

function showBody(body: CommandBody): string {
  return JSON.stringify(body, (_key, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
}

/** What makes a repeat recognisable, as the engine remembers it; zeros without a key. */
function hashKey(body: CommandBody, { caller, idempotencyKey }: CommandSigns) {
  if (idempotencyKey === '') return { keyHigh: 0, keyLow: 0, bodyHash: 0 };
  const [keyHigh, keyLow, third] = hashWords(idempotencyKey);
  // What a signed request asks for is in its signature, and so in its key.
  const bodyHash = caller.signed === undefined ? hashWords(showBody(body))[2] : third;
  return { keyHigh, keyLow, bodyHash };
}

const TROUBLES = {
  halted: 'halted',
  recovering: 'halted',
  too_busy: 'halted',
  not_connected: 'halted',
  cancel_only: 'cancel_only',
  disk_full: 'disk_full',
  malformed: 'invalid',
  outcome_unknown: 'outcome_unknown',
} as const;

function readTrouble(error: unknown): CallRefusal | undefined {
  if (!(error instanceof Error) || error.name !== 'SubmitRefusal') return undefined;
  const { trouble } = error as Error & { trouble: keyof typeof TROUBLES };
  return refuse(TROUBLES[trouble] ?? 'halted', { trouble });
}

/**
 * The engine's refusal as a refusal of the call.
 *
 * @param code - a number of core's rejects.
 * @param sequence - of the refused command; absent when it was only a part of one.
 */
export function refuseWithCode(
  code: number,
  facts: readonly number[],
  sequence?: number,
): CallRefusal {
  const word = readRejectWord(code);
  if (word === undefined) return refuse('internal');
  const row = word === 'key_reused' ? errors.key_reused : { code };
  const published = sequence === undefined ? {} : { sequence };
  return new CallRefusal({ word, ...row, facts: readRejectFacts(code, facts), ...published });
}

/** The step that did it, when the engine had seen the key before and did nothing; else 0. */
function readRepeated({ events }: DurableOutcome): number {
  const [head] = events;
  return head?.kind === EventKind.commandApplied ? head.repeatOfSequence : 0;
}

/** Reads a committed step again, undefined when it is not kept. */
export type ReadStep = (sequence: number) => Promise<CommittedStep | undefined>;

/**
 * Make a commander.
 *
 * @param readNowMs - the host's clock.
 * @param readStep - finds what a repeated key did the first time.
 */
export function createCommandClient(
  submit: SubmitCommand,
  readNowMs: () => number,
  readStep: ReadStep = async () => undefined,
): CommandClient {
  /** The first outcome of a key, told again. */
  async function publishAgain(outcome: DurableOutcome, sequence: number): Promise<DurableOutcome> {
    const step = await readStep(sequence);
    if (step === undefined) throw refuse('outcome_unknown');
    return { ...outcome, sequence, atMs: step.atMs, events: step.events };
  }

  /** Not async, and nothing between: an order waits for one promise here. */
  function trySend(body: CommandBody, signs: CommandSigns): Promise<DurableOutcome> {
    const nowMs = readNowMs();
    const { ownerId, sessionId, signed } = signs.caller;
    const hasKey = signs.idempotencyKey !== '';
    const command = {
      ...body,
      actorId: ownerId as OwnerId,
      sessionId,
      source: signs.source ?? (signed === undefined ? Source.web : Source.api),
      issuedAtMs: nowMs,
      deadlineMs: signed?.deadlineMs || (hasKey ? nowMs + DAY_MS - CLOCK_GRACE_MS : 0),
      ...hashKey(body, signs),
    } as Command;
    return submit(command);
  }

  return {
    async try(body, signs) {
      try {
        return await trySend(body, signs);
      } catch (error) {
        throw readTrouble(error) ?? error;
      }
    },
    async send(body, signs) {
      let outcome: DurableOutcome;
      try {
        outcome = await trySend(body, signs);
      } catch (error) {
        throw readTrouble(error) ?? error;
      }
      if (outcome.code !== 0) {
        throw refuseWithCode(outcome.code, outcome.facts, outcome.sequence);
      }
      const sequence = readRepeated(outcome);
      if (sequence === 0) return outcome;
      // The same signed bytes again: whoever sent them first has the answer.
      if (signs.caller.signed !== undefined) throw refuse('key_reused');
      return publishAgain(outcome, sequence);
    },
  };
}
