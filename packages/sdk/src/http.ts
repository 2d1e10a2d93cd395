// Calls by fetch, in the browser and in Node: our own in their envelope, those of the trading API
// bare and signed. It keeps nothing and asks nothing again. Made by whoever opens a client.
import type { Envelope, RefusalData, Route, RouteAnswer } from '@isobath/wire';
import { ApiError, type CallInput, type Client, NetworkError } from './client.ts';
import type { ApiKeySigner } from './signer.ts';

/** Settings of the fetch client. */
export interface HttpClientOptions {
  /** Origin without a trailing slash; empty in the browser. */
  readonly baseUrl: string;
  /** Language of messages, such as `en_US`. */
  readonly locale?: string;
  /** Cookie or other headers for programs outside a browser. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Owner number of the account that a page was drawn for; null: it says nothing. */
  readonly readAccount?: () => number | null;
  readonly fetch?: typeof fetch;
  /** Signs calls of the trading API that need a key. */
  readonly signer?: ApiKeySigner;
}

/** The trading API refuses without an envelope. */
interface BareRefusal {
  readonly code?: number;
  readonly msg?: string;
  readonly message?: string;
}

/** The address of a call below its host, with what is asked. */
export function fillPath(path: string, query: Record<string, unknown>): string {
  const rest = { ...query };
  const filled = path.replace(/:([A-Za-z]+)/g, (_match, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) {
    if (value !== undefined) search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? filled : `${filled}?${text}`;
}

function makeForm(body: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    if (value instanceof Blob) form.set(name, value);
    else form.set(name, String(value));
  }
  return form;
}

/** Add the time and the signature of everything before it. */
async function sign(path: string, signer: ApiKeySigner): Promise<string> {
  const [, query = ''] = path.split('?');
  const timed = /(^|&)timestamp=/.test(query)
    ? query
    : `${query}${query === '' ? '' : '&'}timestamp=${Date.now()}`;
  const signature = encodeURIComponent(await signer.sign(timed));
  return `${path.split('?')[0]}?${timed}&signature=${signature}`;
}

/** A body without an envelope. @throws ApiError when the status says that it is a refusal. */
function readBare(response: Response, body: unknown): unknown {
  if (response.ok) return body;
  const { code = response.status, message, msg = message ?? '' } = (body ?? {}) as BareRefusal;
  throw new ApiError({ code, status: response.status, message: msg });
}

/**
 * A client over HTTP.
 *
 * @example
 * const client = createHttpClient({ baseUrl: 'http://127.0.0.1:4870' });
 * const tickers = await client.call(marketRoutes.tickers);
 */
export function createHttpClient(options: HttpClientOptions): Client {
  const send = options.fetch ?? globalThis.fetch.bind(globalThis);

  async function call<TRoute extends Route>(
    route: TRoute,
    input: CallInput<TRoute> = {},
  ): Promise<RouteAnswer<TRoute>> {
    const headers: Record<string, string> = { ...options.headers, 'x-requested-with': 'isobath' };
    if (options.locale !== undefined) headers['x-locale'] = options.locale;
    const account = options.readAccount?.() ?? null;
    if (account !== null) headers['x-account'] = String(account);
    if (input.idempotencyKey !== undefined) headers['idempotency-key'] = input.idempotencyKey;
    if (input.proof !== undefined) Object.assign(headers, { sign: input.proof, bver: '1' });
    const init: RequestInit = { method: route.method, headers };
    if (input.signal !== undefined) init.signal = input.signal;
    if (route.isForm === true) {
      // The browser itself writes the type, with the mark between the parts.
      init.body = makeForm((input.body ?? {}) as Record<string, unknown>);
    } else if (route.method !== 'GET' && route.binance === undefined) {
      headers['content-type'] = 'application/json';
      init.body = JSON.stringify(input.body ?? {});
    }
    let path = fillPath(route.path, (input.query ?? {}) as Record<string, unknown>);
    let response: Response;
    let answer: Envelope;
    if (options.signer !== undefined && route.role.startsWith('key')) {
      headers['X-MBX-APIKEY'] = options.signer.apiKey;
      if (route.role !== 'key') path = await sign(path, options.signer);
    }
    try {
      response = await send(options.baseUrl + path, init);
      answer = (await response.json()) as Envelope;
    } catch (error) {
      throw new NetworkError('no answer', { cause: error });
    }
    if (route.isBare === true) return readBare(response, answer) as RouteAnswer<TRoute>;
    if (answer.code !== 200) {
      const data = (answer.data ?? {}) as Partial<RefusalData>;
      throw new ApiError({
        code: answer.code,
        status: response.status,
        message: answer.message,
        ...(data.reject === undefined ? {} : { reject: data.reject }),
        ...(data.facts === undefined ? {} : { facts: data.facts }),
        ...(data.fields === undefined ? {} : { fields: data.fields }),
      });
    }
    return answer.data as RouteAnswer<TRoute>;
  }

  return { call };
}
