// Calls of the WebSocket API by hand: what the test says is what goes over the wire. It knows no
// method. Called by the tests of this folder.
import { randomUUID } from 'node:crypto';
import { type KeyPair, signText } from './client.ts';
import type { Message, TestLine } from './line.ts';

/** Values as they are sent: numbers and truth values may stand bare. */
export type ApiParams = Readonly<Record<string, string | number | boolean>>;

/** Send a call and wait for its answer. */
export async function callApi(
  line: TestLine,
  method: string,
  params: ApiParams = {},
): Promise<Message> {
  const id = randomUUID();
  line.send({ id, method, params });
  return line.wait((message) => message.id === id);
}

/** Parameters with their signature: all but itself, sorted by name. */
export function signParams(params: ApiParams, pair: KeyPair): ApiParams {
  const all = { ...params, apiKey: pair.apiKey, timestamp: Date.now() };
  const pairs = Object.entries(all).map(([name, value]) => [name, String(value)] as const);
  const sorted = pairs.toSorted(([one], [other]) => (one < other ? -1 : 1));
  const text = sorted.map(([name, value]) => `${name}=${value}`).join('&');
  return { ...all, signature: signText(text, pair) };
}
