// One person's signed calls of the trading API, over one connection from an address of its own, and
// what each came to: done, refused, or unknown when the answer was lost. Used by traders.ts.
import { createHmac } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { ServerName } from './product.ts';

/** A key of the trading API. */
export interface ApiKey {
  readonly apiKey: string;
  readonly secret: string;
}

/** What a call came to; `away` and `busy` say that nothing was done. */
export type ApiOutcome =
  | { readonly kind: 'done'; readonly body: unknown }
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'away' }
  | { readonly kind: 'busy'; readonly waitMs: number }
  | { readonly kind: 'unknown' };

type Method = 'GET' | 'POST' | 'DELETE';
type Parameters = Readonly<Record<string, string>>;

/** An answer that comes later than this does not come any more. */
const GIVE_UP_MS = 40_000;
/** Longest wish of the server's that is heard: the test goes on all the same. */
const WAIT_MAX_MS = 2_000;

/** A connection that is not made was sent nothing. */
const NOT_SENT: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOENT']);

/** One connection. */
export class ApiLine {
  readonly #venue: ServerName;
  readonly #key: ApiKey;
  readonly #agent: Agent;

  constructor(venue: ServerName, key: ApiKey, localAddress: string) {
    this.#venue = venue;
    this.#key = key;
    this.#agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress });
  }

  /** @throws when the server answers with a mistake of its own. */
  async call(method: Method, path: string, parameters: Parameters): Promise<ApiOutcome> {
    const pairs = Object.entries({ ...parameters, timestamp: String(Date.now()) });
    const text = pairs.map(([name, value]) => `${name}=${value}`).join('&');
    const signature = createHmac('sha256', this.#key.secret).update(text).digest('hex');
    const answer = await this.#send(method, `${path}?${text}&signature=${signature}`);
    if (answer === 'away' || answer === 'unknown') return { kind: answer };
    return judge(`${method} ${path}`, answer);
  }

  #send(method: Method, path: string): Promise<Answer | 'away' | 'unknown'> {
    const { host, port } = this.#venue;
    const headers = { 'x-mbx-apikey': this.#key.apiKey };
    return new Promise((resolve) => {
      const lose = (error?: Error & { code?: unknown }) =>
        resolve(NOT_SENT.has(error?.code) ? 'away' : 'unknown');
      const sent = request({ host, port, method, path, headers, agent: this.#agent });
      sent.setTimeout(GIVE_UP_MS, () => sent.destroy());
      sent.on('error', lose);
      sent.on('response', (message) => readAnswer(message).then(resolve, lose));
      sent.end();
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

interface Answer {
  readonly status: number;
  readonly retryAfterS: number;
  readonly text: string;
}

async function readAnswer(message: IncomingMessage): Promise<Answer> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  const { statusCode = 0, headers } = message;
  const retryAfterS = Number(headers['retry-after'] ?? 1);
  return { status: statusCode, retryAfterS, text: Buffer.concat(parts).toString() };
}

function judge(what: string, { status, retryAfterS, text }: Answer): ApiOutcome {
  if (status === 200) return { kind: 'done', body: JSON.parse(text) as unknown };
  if (status === 504) return { kind: 'unknown' };
  if (status === 503) return { kind: 'away' };
  if (status === 429) return { kind: 'busy', waitMs: Math.min(WAIT_MAX_MS, retryAfterS * 1_000) };
  if (status >= 400 && status < 500 && status !== 418) return { kind: 'refused', text };
  throw new Error(`${what} answered ${status} ${text.slice(0, 200)}`);
}
