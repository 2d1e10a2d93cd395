// One call to this server from the reference page, signed when it must be.
// Called by TryIt.tsx, in the browser only.
import type { CallPage } from './reference.ts';

/** What the reader filled in. */
export interface TriedInput {
  readonly values: Readonly<Record<string, string>>;
  readonly body: string;
  readonly key: string;
  readonly secret: string;
}

/** What came back; status 0 = nothing. */
export interface TriedAnswer {
  readonly status: number;
  readonly tripMs: number;
  readonly text: string;
}

const shownMax = 20_000;

async function sign(text: string, secret: string): Promise<string> {
  const bytes = (value: string) => new TextEncoder().encode(value);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes(secret), algorithm, false, ['sign']);
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(text)));
  return Array.from(signature, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function makeUrl(call: CallPage, input: TriedInput): Promise<string> {
  let { path } = call;
  const query = new URLSearchParams();
  for (const { name, isInPath } of call.parameters) {
    const value = input.values[name] ?? '';
    if (isInPath) path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (value !== '') query.set(name, value);
  }
  if (call.role.startsWith('key_')) {
    query.set('timestamp', String(Date.now()));
    query.set('signature', await sign(query.toString(), input.secret));
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

function showBody(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2).slice(0, shownMax);
  } catch {
    return text.slice(0, shownMax);
  }
}

/** Send the call. Never throws. */
export async function sendCall(call: CallPage, input: TriedInput): Promise<TriedAnswer> {
  const startedMs = performance.now();
  try {
    const headers: Record<string, string> = { 'x-requested-with': 'isobath' };
    if (call.role.startsWith('key')) headers['x-mbx-apikey'] = input.key;
    const init: RequestInit = { method: call.method, headers };
    if (call.bodyExample !== '') {
      headers['content-type'] = 'application/json';
      init.body = input.body;
    }
    const answer = await fetch(await makeUrl(call, input), init);
    const text = showBody(await answer.text());
    return { status: answer.status, tripMs: Math.round(performance.now() - startedMs), text };
  } catch {
    return { status: 0, tripMs: 0, text: '' };
  }
}
