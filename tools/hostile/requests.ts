// Hostile requests for a route, made from its own schema: whatever the schema lets through is not
// sent to a call that changes something. Requests here keep the framing of HTTP, so that many can
// share a connection; those that break it are in breakers.ts.
// Used by fire.ts.

import type { Route, z } from '@isobath/wire';
import { completeOrder } from '../access/things.ts';
import { sampleOf } from '../api/samples.ts';
import { readSchema, type Schema } from '../api/shapes.ts';
import type { Chance } from './chance.ts';
import { edgeNumbers, oddValues, spoil, spoilText } from './values.ts';

/** One request as bytes, and a short name of what it is for a report. */
export interface HostileRequest {
  readonly bytes: Buffer;
  readonly about: string;
}

/** Headers that the request of a person's own page has. */
type OwnHeaders = Readonly<Record<string, string>>;

const oddHeaders: readonly (readonly [string, string])[] = [
  ['idempotency-key', 'k'.repeat(500)],
  ['idempotency-key', '\u0080\u00ff'],
  ['x-locale', '../../etc/passwd'],
  ['x-locale', 'x'.repeat(4_000)],
  ['accept-language', 'xx-'.repeat(1_000)],
  ['accept-language', ';q=,*;q=NaN'],
  ['accept-encoding', 'br;q=0,gzip;q=x,*'],
  ['accept', 'application/xml'],
  ['x-http-method-override', 'DELETE'],
  ['x-forwarded-for', '8.8.8.8, unknown'],
  ['x-forwarded-host', 'evil.example'],
  ['forwarded', 'for=8.8.8.8;proto=https'],
  ['range', 'bytes=0-0,-1'],
  ['if-none-match', '*'],
  ['authorization', 'Basic Og=='],
  ['x-mbx-apikey', '\u00ff'.repeat(64)],
  ['x-request-id', 'x'.repeat(3_000)],
  ['user-agent', '\u00ff'.repeat(2_000)],
  ['content-encoding', 'gzip'],
  ['priority', 'u=9'],
];

const oddTypes = [
  'text/plain',
  'text/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'application/json; charset=utf-16',
  'application/json;;;',
  'application/vnd.api+json',
  'application/octet-stream',
  '*/*',
  'x',
];

/** Whether a schema lets a value through. */
export function takes(schema: z.ZodType | undefined, value: unknown): boolean {
  // Nothing and null are an empty body to the server.
  const taken = value ?? {};
  if (schema === undefined) return isEmptyShape(taken);
  try {
    return schema.safeParse(taken).success;
  } catch {
    // A conversion that throws is no acceptance.
    return false;
  }
}

function isEmptyShape(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** As the server reads it: a mark of byte order in front does no harm. */
function parse(text: Buffer): { isJson: boolean; value: unknown } {
  try {
    return { isJson: true, value: JSON.parse(text.toString().replace(/^\ufeff/, '')) };
  } catch {
    return { isJson: false, value: undefined };
  }
}

interface Body {
  readonly type: string;
  readonly bytes: Buffer;
  readonly about: string;
}

/** A sample with some of the optional fields too. */
export function sampleRichly(schema: Schema, chance: Chance): unknown {
  const names = Object.keys(schema.properties ?? {}).filter(() => chance.percent(60));
  const value = sampleOf(schema, names);
  completeOrder(value);
  return value;
}

function makeBody(route: Route, chance: Chance): Body | undefined {
  const schema = route.body === undefined ? {} : readSchema(route.body, 'input');
  const sample = route.body === undefined ? {} : sampleRichly(schema, chance);
  const kind = chance.below(10);
  if (kind < 6) {
    const value = spoil(sample, chance);
    if (value === undefined) return undefined;
    const bytes = Buffer.from(JSON.stringify(value) ?? 'null');
    if (takes(route.body, JSON.parse(bytes.toString()))) return undefined;
    return { type: 'application/json', bytes, about: 'spoiled body' };
  }
  const text = JSON.stringify(sample);
  if (kind < 9) {
    const bytes = spoilText(text, chance);
    const { isJson, value } = parse(bytes);
    if (isJson && takes(route.body, value)) return undefined;
    return { type: 'application/json', bytes, about: 'broken body' };
  }
  // Another type of body is another reading of it: only where an empty one is refused, too.
  if (takes(route.body, {})) return undefined;
  const bytes = chance.percent(50) ? Buffer.from(text) : spoilText(text, chance);
  const form = Object.fromEntries(new URLSearchParams(bytes.toString()));
  if (takes(route.body, form)) return undefined;
  const { isJson, value } = parse(bytes);
  if (isJson && takes(route.body, value)) return undefined;
  return { type: chance.pick(oddTypes), bytes, about: 'another type of body' };
}

function showOdd(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.toWellFormed().slice(0, 3_000);
}

function spoilQuery(fields: readonly [string, string][], chance: Chance): string {
  const parts = fields.map(([name, value]) => {
    const odd = chance.pick(chance.percent(40) ? edgeNumbers : oddValues);
    const shown = chance.percent(50) ? showOdd(odd) : value;
    return `${name}=${encodeURIComponent(shown)}`;
  });
  const extras = [
    () => parts.push(...parts),
    () => parts.push('__proto__=1&constructor[prototype][a]=1'),
    () => parts.push('a[]=1&a[]=2&a[b][c]=3'),
    () => parts.push('%'),
    () => parts.push('%zz=%c3%28'),
    () => parts.push('=', '&&&', '?'),
    () => parts.push(`x=${'y'.repeat(6_000)}`),
    () => parts.push(...Array.from({ length: 1_500 }, (_, at) => `p${at}=`)),
    () => parts.push('symbol=%00', 'limit=%00'),
    () => parts.splice(0, 1),
  ];
  if (chance.percent(50)) chance.pick(extras)();
  return parts.join('&');
}

function makeTarget(route: Route, chance: Chance): string {
  const schema = route.query === undefined ? {} : readSchema(route.query, 'input');
  const sample = route.query === undefined ? {} : sampleRichly(schema, chance);
  let path = route.path;
  const fields: [string, string][] = [];
  for (const [name, value] of Object.entries(sample as Record<string, unknown>)) {
    if (!path.includes(`:${name}`)) {
      fields.push([name, showOdd(value)]);
      continue;
    }
    const part = chance.percent(80) ? showOdd(chance.pick(oddValues)).slice(0, 500) : String(value);
    path = path.replace(`:${name}`, encodeURIComponent(part) || '%20');
  }
  const query = spoilQuery(fields, chance);
  return query === '' ? path : `${path}?${query}`;
}

/** How a call of the trading API is signed. */
type Sign = (query: string) => string;

/**
 * Make one request, or nothing when the draw came out harmless.
 *
 * @param own - headers of a person who may make the call.
 * @param sign - makes the query of a signed call; absent for calls of pages.
 */
export function makeRequest(
  route: Route,
  { own, sign }: { readonly own: OwnHeaders; readonly sign?: Sign | undefined },
  chance: Chance,
): HostileRequest | undefined {
  const isChange = route.method !== 'GET';
  const isByQuery = sign !== undefined;
  const body = isChange && !isByQuery ? makeBody(route, chance) : undefined;
  if (isChange && !isByQuery && body === undefined) return undefined;
  let target = makeTarget(route, chance);
  if (sign !== undefined) {
    const [path = '', query = ''] = target.split('?');
    if (isChange && takes(route.query, Object.fromEntries(new URLSearchParams(query)))) {
      return undefined;
    }
    target = `${path}?${sign(query)}`;
  }
  const headers: [string, string][] = [['host', '127.0.0.1'], ...Object.entries(own)];
  if (body !== undefined) {
    headers.push(['content-type', body.type], ['content-length', String(body.bytes.length)]);
  }
  if (chance.percent(15)) headers.push(chance.pick(oddHeaders) as [string, string]);
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${route.method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`;
  const about = `${route.method} ${target.slice(0, 200)} ${body?.about ?? 'spoiled query'} ${
    body?.bytes.subarray(0, 300).toString() ?? ''
  }`;
  return {
    bytes: Buffer.concat([Buffer.from(head, 'latin1'), body?.bytes ?? Buffer.alloc(0)]),
    about,
  };
}
