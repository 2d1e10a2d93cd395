// JSON-RPC with a node: one question, or many at once; a refusal of the node is told apart from a
// node that does not answer. It knows no method. Used by evm.ts, utxo.ts and the sandbox's nodes.

import { ChainFault } from './port.ts';
import { parseExactJson } from './exact-json.ts';

const ANSWER_WITHIN_MS = 30_000;
/** Questions in one request. */
const TOGETHER_MAX = 100;

/** The node has answered: no. */
export class RpcRefusal extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'RpcRefusal';
    this.code = code;
  }
}

/** A method and its parameters. */
export type RpcQuestion = readonly [method: string, ...params: readonly unknown[]];

/** A line to a node. */
export interface Rpc {
  /** @errors RpcRefusal when the node refuses, ChainFault `unreachable` when it does not answer. */
  ask<TAnswer = unknown>(...question: RpcQuestion): Promise<TAnswer>;
  /** Answers in the order of the questions; the first refusal is thrown. */
  askAll<TAnswer = unknown>(questions: readonly RpcQuestion[]): Promise<TAnswer[]>;
}

interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string } | null;
}

/**
 * Open a line. Nothing is sent yet.
 * @param address - with name and password in it where the node wants them: `http://name:word@host`.
 */
export function openRpc(address: string, answerWithinMs = ANSWER_WITHIN_MS): Rpc {
  const url = new URL(address);
  const secret = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (url.username !== '') {
    headers.authorization = `Basic ${Buffer.from(secret).toString('base64')}`;
  }
  url.username = '';
  url.password = '';
  const post = async (body: unknown): Promise<unknown> => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(answerWithinMs),
      });
      // Nodes of the Bitcoin family answer a refusal with 500 and say in JSON what it is.
      const text = await response.text();
      // Kept as in a browser, and each one past 250 would be told of as too many.
      performance.clearResourceTimings();
      if (!response.ok && !text.startsWith('{') && !text.startsWith('[')) {
        throw new Error(`it answers ${response.status}`);
      }
      return parseExactJson(text);
    } catch (error) {
      const { message } = error as Error;
      throw new ChainFault('unreachable', `${url.host} does not answer: ${message}`, error);
    }
  };
  const toBody = ([method, ...params]: RpcQuestion, id: number) => ({
    jsonrpc: '2.0',
    id,
    method,
    params,
  });
  return {
    async ask<TAnswer>(...question: RpcQuestion) {
      return readAnswer((await post(toBody(question, 0))) as Answer) as TAnswer;
    },
    async askAll<TAnswer>(questions: readonly RpcQuestion[]) {
      const results: TAnswer[] = [];
      for (let from = 0; from < questions.length; from += TOGETHER_MAX) {
        const part = questions.slice(from, from + TOGETHER_MAX);
        const answers = await post(part.map(toBody));
        results.push(...(readAnswers(answers, part.length) as TAnswer[]));
      }
      return results;
    },
  };
}

function readAnswer(answer: Answer): unknown {
  if (answer.error) throw new RpcRefusal(answer.error.code, answer.error.message);
  return answer.result;
}

function readAnswers(answers: unknown, count: number): unknown[] {
  if (!Array.isArray(answers)) return [readAnswer(answers as Answer)];
  const byId = new Map((answers as readonly Answer[]).map((answer) => [answer.id, answer]));
  return Array.from({ length: count }, (_none, id) => {
    const answer = byId.get(id);
    if (answer === undefined) throw new ChainFault('contradiction', 'an answer is missing');
    return readAnswer(answer);
  });
}
