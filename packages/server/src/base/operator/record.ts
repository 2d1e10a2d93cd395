// Writes the commands of the operator's tool into the audit chain: one act before a command is
// carried out, one with its outcome after. The one place for all of them: the server's side of the
// socket (server.ts) calls it for every question that changes something, and the tool itself for
// what it does alone (alone.ts).
import { randomUUID } from 'node:crypto';
import type { ToolCaller } from '@isobath/wire';
import type { Action } from '../audit/index.ts';
import { describeFailure, EXIT } from '../process/exit.ts';

/** One call of a command. */
export interface ToolCall {
  /** Name of the question, or words of the tool's command. */
  readonly command: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly caller: ToolCaller;
}

const SECRET = /password|secret|token|passphrase|private|seed|totp/i;
/** A path is none, nor whether there is one; a hash of one is. */
const NO_SECRET = /[fF]ile$|^has[A-Z]/;
/** Folder with a copy of the secrets. */
const SECRETS_FOLDER = 'secrets';
const TEXT_MAX = 300;
/** What is kept of a longer one. */
const BEGINNING_MAX = 40;
const LIST_MAX = 40;
const RESULT_MAX = 8_000;

/** What may be kept of a value: no secret, and nothing long. */
function keepable(name: string, value: unknown): unknown {
  const isPlace = NO_SECRET.test(name) || (name === SECRETS_FOLDER && typeof value === 'string');
  if (SECRET.test(name) && !isPlace) return '(secret)';
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'string') {
    if (value.length <= TEXT_MAX) return value;
    // No word in part: an address of which half is kept is not found when it must be erased.
    const [words] = /^(?:\S*\s)*/.exec(value.slice(0, BEGINNING_MAX + 1)) ?? [''];
    return `${words.trimEnd()}... (${value.length} characters)`;
  }
  if (Array.isArray(value)) {
    const kept = value.slice(0, LIST_MAX).map((each) => keepable(name, each));
    return value.length > LIST_MAX ? [...kept, `... (${value.length})`] : kept;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([inner, each]) => [inner, keepable(inner, each)]),
  );
}

function keepableGroup(group: Readonly<Record<string, unknown>>): unknown {
  const kept = keepable('', group);
  const { length } = JSON.stringify(kept);
  return length <= RESULT_MAX ? kept : { characters: length };
}

/** Whom an answer is about. */
function targetOf(answer: Readonly<Record<string, unknown>>): Partial<Pick<Action, 'target'>> {
  const { ownerId, operatorId } = answer;
  if (typeof ownerId === 'number') return { target: { kind: 'user', id: ownerId } };
  if (typeof operatorId === 'number') return { target: { kind: 'operator', id: operatorId } };
  return {};
}

/**
 * Carry a command out between the two acts that tell of it. Without the first it is not carried
 * out; where the second is missing, what came of it is not known.
 *
 * @param write - keeps an act for good before it resolves.
 */
export async function recordCall<TAnswer extends Readonly<Record<string, unknown>>>(
  write: (act: Action) => Promise<void>,
  { command, parameters, caller }: ToolCall,
  work: () => Promise<TAnswer>,
): Promise<TAnswer> {
  const callId = randomUUID();
  const { systemUser, systemUid } = caller;
  const given = keepableGroup(parameters);
  await write({
    action: 'tool_command_begun',
    detail: { command, arguments: given, ...caller, callId },
  });
  let answer: TAnswer;
  try {
    answer = await work();
  } catch (error) {
    const { exitCode, line } = describeFailure(error);
    const outcome = exitCode >= EXIT.usage ? 'refused' : 'failed';
    const refusal = keepable('', line);
    await write({
      action: 'tool_command_ended',
      detail: { command, outcome, refusal, systemUser, systemUid, callId },
    });
    throw error;
  }
  const result = keepableGroup(answer);
  await write({
    action: 'tool_command_ended',
    ...targetOf(answer),
    detail: { command, outcome: 'done', result, systemUser, systemUid, callId },
  });
  return answer;
}
