// How custody uses the signer: its calls over a pipe, and a start of it without a launcher.
// Not here: what is signed (signer.ts).
// A door of the package.

import { type ChildProcess, spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { encodeFrame, FrameReader } from './frames.ts';
import { listSignerArguments, SIGNER_PASSPHRASE } from './program.ts';
import type { Facts } from './refusal.ts';
import {
  answerFrame,
  type CallBody,
  type CallName,
  type CallResult,
  type Head,
  resultShapes,
} from './shapes.ts';

export { hashAct, hashPayment, type OfficerAct, type Payment } from './canonical.ts';
export { readFingerprint } from './describe.ts';
export { CAP_SEEDS, hashPolicy, type Officer, type Policy, policyShape } from './policy.ts';
export type {
  Approval,
  CallBody,
  CallName,
  CallResult,
  DescribedAct,
  Head,
  NextNonce,
  SignRequest,
  Signed,
} from './shapes.ts';

const PIPE = 3;

/** Start the signer of a folder; its pipe is descriptor 3. Its environment: the passphrase. */
export function startSigner(folder: string, passphrase: string): ChildProcess {
  return spawn(process.execPath, listSignerArguments('serve', folder), {
    env: { [SIGNER_PASSPHRASE]: passphrase },
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
}

/** The pipe to a signer that was started. */
export function readPipe(child: ChildProcess): Duplex {
  return child.stdio[PIPE] as Duplex;
}

/** The signer did not do what was asked; nothing was signed. */
export class SignerRefusal extends Error {
  readonly code: string;
  readonly facts: Facts;
  readonly isAlarm: boolean;

  constructor({ code, facts, isAlarm }: { code: string; facts: Facts; isAlarm: boolean }) {
    super(`the signer refused: ${code} ${JSON.stringify(facts)}`);
    this.code = code;
    this.facts = facts;
    this.isAlarm = isAlarm;
  }
}

interface Waiting {
  readonly name: CallName;
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Calls over a pipe. An answer that never comes means: not known whether it was signed; the same
 * request again gives the same bytes.
 */
export class SignerClient {
  /** The head that came with the last answer; kept with it, and presented at the next `hello`. */
  head: Head | undefined;
  readonly #pipe: Duplex;
  readonly #reader = new FrameReader();
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #ended: Error | undefined;

  constructor(pipe: Duplex) {
    this.#pipe = pipe;
    pipe.on('data', (chunk: Buffer) => this.#take(chunk));
    pipe.on('error', (error) => this.#end(error));
    pipe.on('close', () => this.#end(new Error('the pipe to the signer is closed')));
  }

  /** @throws SignerRefusal when it is refused, Error when no answer comes any more. */
  call<TName extends CallName>(name: TName, body: CallBody<TName>): Promise<CallResult<TName>> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { name, resolve, reject });
      this.#pipe.write(encodeFrame({ id, call: name, body }));
    });
  }

  #take(chunk: Buffer): void {
    try {
      for (const text of this.#reader.push(chunk)) this.#answer(text);
    } catch (error) {
      this.#end(error instanceof Error ? error : new Error('unreadable frame'));
      this.#pipe.destroy();
    }
  }

  #answer(text: string): void {
    const frame = answerFrame.parse(JSON.parse(text));
    const waiting = this.#waiting.get(frame.id);
    if (waiting === undefined) throw new Error(`an answer to nothing: ${frame.id}`);
    this.#waiting.delete(frame.id);
    this.head = frame.head;
    if (!frame.isDone) {
      waiting.reject(new SignerRefusal(frame));
      return;
    }
    const result = resultShapes[waiting.name].safeParse(frame.result);
    if (result.success) waiting.resolve(result.data as never);
    else waiting.reject(result.error);
  }

  #end(error: Error): void {
    this.#ended ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
    this.#waiting.clear();
  }
}
