// The calls of the provider of a sandbox: a check is taken, and read back. Whoever has not its
// token is answered nothing.
import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import {
  checkRequest,
  type CheckRequest,
  type CheckStanding,
  moneyCheckRequest,
  type MoneyCheckRequest,
  type MoneyCheckStanding,
} from '../../base/providers/index.ts';
import { choosePlan, readMoneyState, readState } from './answers.ts';
import { isMoney } from './store.ts';
import type { Store, StoredCheck } from './store.ts';

const BODY_BYTES_MAX = 16 * 1024;

interface Answer {
  readonly status: number;
  readonly body?: CheckStanding | MoneyCheckStanding;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > BODY_BYTES_MAX) return '';
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parseRequest(text: string): CheckRequest | MoneyCheckRequest | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return checkRequest.safeParse(value).data ?? moneyCheckRequest.safeParse(value).data;
  } catch {
    return undefined;
  }
}

/** Make the server; it does not listen yet. */
export function createProviderServer(store: Store, readNowMs: () => number): Server {
  const expected = Buffer.from(`Bearer ${store.token}`);

  function isKnown({ headers }: IncomingMessage): boolean {
    const given = Buffer.from(headers.authorization ?? '');
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  function show({ reference, kind, plan, takenAtMs }: StoredCheck): Answer {
    const ageMs = readNowMs() - takenAtMs;
    const body = isMoney(kind)
      ? { reference, kind, state: readMoneyState(plan, ageMs) }
      : { reference, kind, state: readState(plan, ageMs) };
    return { status: 200, body };
  }

  function take(request: CheckRequest | MoneyCheckRequest): Answer {
    const known = store.find(request.reference);
    if (known !== undefined) return show(known);
    const { reference, kind } = request;
    const plan = choosePlan(request);
    const check = { reference, kind, plan, takenAtMs: readNowMs(), sentCount: 0 };
    store.put(check);
    return show(check);
  }

  async function answer(request: IncomingMessage): Promise<Answer> {
    if (!isKnown(request)) return { status: 401 };
    if (request.method === 'POST' && request.url === '/checks') {
      const parsed = parseRequest(await readBody(request));
      return parsed === undefined ? { status: 400 } : take(parsed);
    }
    const reference = /^\/checks\/([0-9a-f-]{36})$/.exec(request.url ?? '')?.[1];
    const known = reference === undefined ? undefined : store.find(reference);
    return known === undefined || request.method !== 'GET' ? { status: 404 } : show(known);
  }

  return createServer((request, response) => {
    answer(request).then(
      ({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(body === undefined ? '' : JSON.stringify(body));
      },
      () => response.destroy(),
    );
  });
}
