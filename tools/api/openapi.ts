// The reference for machines: OpenAPI 3.1 of every call.
// Not here: the pages for people (pages.ts).
// Used by tools/make-api-docs.ts.

import { type ErrorRow, errors, type Route, routes, socketMethods } from '@isobath/wire';
import { bodyExampleOf } from './body-examples.ts';
import { binanceLimits } from './binance-limits.ts';
import { listBinanceRefusals, otherRefusals } from './binance-refusals.ts';
import { type Example, examples } from './examples.ts';
import { refusalsOf } from './refusals.ts';
import { hasFile, listFields, readSchema, type Schema, showType } from './shapes.ts';

function namesInPath(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
}

/** What the gate demands of every signed request, before the call's own schema is asked. */
const SIGNS = ['timestamp', 'signature'];

function describeParameters(id: string, route: Route): object[] {
  if (route.query === undefined) return [];
  const schema = readSchema(route.query, 'input');
  const inPath = namesInPath(route.path);
  const example = examples[id] ?? {};
  return Object.entries(schema.properties ?? {}).map(([name, inner]) => ({
    name,
    in: inPath.includes(name) ? 'path' : 'query',
    required:
      inPath.includes(name) ||
      (schema.required?.includes(name) ?? false) ||
      (route.role.startsWith('key_') && SIGNS.includes(name)),
    description: showType(inner),
    schema: inner,
    ...(example[name] === undefined ? {} : { example: typeExample(inner, example[name]) }),
  }));
}

/** Examples are written as they stand in an address; the document shows them by their type. */
function typeExample({ type }: Schema, text: string): string | number {
  return type === 'integer' || type === 'number' ? Number(text) : text;
}

/** What a call can be refused with: number, HTTP status, sense. */
function describeRefusals(route: Route): object[] {
  if (route.binance === undefined) {
    const table: Readonly<Record<string, ErrorRow>> = errors;
    return refusalsOf(route).map((word) => {
      const { code, status, meaning } = table[word] as ErrorRow;
      return { code, status, meaning };
    });
  }
  return listBinanceRefusals(route);
}

function describeSecurity(route: Route): object {
  if (route.role === 'public') return { security: [] };
  if (!route.role.startsWith('key')) return { security: [{ session: [] }] };
  return { security: [route.role === 'key' ? { key: [] } : { key: [], signature: [] }] };
}

function describeAnswer(route: Route): Schema | object {
  const data = readSchema(route.answer, 'output');
  if (route.isBare) return data;
  return {
    type: 'object',
    required: ['code', 'message', 'data'],
    properties: { code: { type: 'integer' }, message: { type: 'string' }, data },
  };
}

/** Values of parameters that change what a call weighs. */
const WEIGHING: readonly Example[] = [
  { symbol: 'BTCUSDT' },
  { symbols: JSON.stringify(Array.from({ length: 101 }, (_unused, at) => `S${at}`)) },
  { orderId: '1' },
  { limit: '1' },
  { limit: '5000' },
  { computeCommissionRates: 'true' },
];

/** The least and the most that a call of the trading API weighs. */
function weighRoute({ binance, query }: Route): object {
  if (binance === undefined) return {};
  const schema = readSchema(query as never, 'input');
  const names = Object.keys(schema.properties ?? {});
  const needed = schema.required?.includes('symbol') ? { symbol: 'BTCUSDT' } : {};
  const tried = WEIGHING.filter((one) => Object.keys(one).every((name) => names.includes(name)));
  const weights = [{}, ...tried].map(
    (one) => binance.weight + (binance.weigh?.({ ...needed, ...one }) ?? 0),
  );
  const [least, most] = [Math.min(...weights), Math.max(...weights)];
  return { 'x-weight': least, ...(most > least ? { 'x-weight-max': most } : {}) };
}

/** Method of the WebSocket API that is the same call. */
function nameSocketMethod(route: Route): object {
  const named = Object.entries(socketMethods).find(([, one]) => one === route);
  return named === undefined ? {} : { 'x-socket-method': named[0] };
}

const refused = { $ref: '#/components/responses/refused' };
const turnedAway = { $ref: '#/components/responses/turnedAway' };

function describeBody(id: string, route: Route): object {
  if (route.body === undefined) return {};
  const schema = readSchema(route.body, 'input');
  const shown = { schema, example: bodyExampleOf(id, route) };
  const mediaType = hasFile(schema) ? 'multipart/form-data' : 'application/json';
  return { requestBody: { required: true, content: { [mediaType]: shown } } };
}

function describeRoute(product: string, name: string, route: Route): object {
  const body = route.body === undefined ? undefined : readSchema(route.body, 'input');
  const id = `${product}.${name}`;
  const fault = route.binance === undefined ? turnedAway : refused;
  return {
    operationId: id,
    summary: route.summary,
    tags: [product],
    'x-role': route.role,
    'x-owner': route.owner,
    'x-rate': route.rate,
    ...weighRoute(route),
    ...nameSocketMethod(route),
    'x-refusals': describeRefusals(route),
    'x-answer-fields': listFields(readSchema(route.answer, 'output')),
    ...(body === undefined ? {} : { 'x-body-fields': listFields(body) }),
    ...describeSecurity(route),
    parameters: describeParameters(id, route),
    ...describeBody(id, route),
    responses: {
      200: {
        description: route.isBare ? 'Success' : 'Success, or a refusal with its code',
        content: { 'application/json': { schema: describeAnswer(route) } },
      },
      '4XX': fault,
      '5XX': fault,
    },
  };
}

/** Every whole number on the wire is within these: to say so of each would say nothing. */
const plainBounds: Readonly<Record<string, number>> = {
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
};

/** A line for each path, so that a change of one is a change of a line; nothing else is spaced. */
function writeByLines({ paths, ...rest }: { readonly paths: object }): string {
  const write = (value: object) =>
    JSON.stringify(value, (key, inner: unknown) =>
      key in plainBounds && inner === plainBounds[key] ? undefined : inner,
    );
  const lines = Object.entries(paths).map(([path, calls]) => `"${path}":${write(calls)}`);
  return `${write(rest).slice(0, -1)},"paths":{\n${lines.join(',\n')}\n}}\n`;
}

function describeFault(description: string, sentence: string): object {
  const schema = {
    type: 'object',
    required: ['code', sentence],
    properties: { code: { type: 'integer' }, [sentence]: { type: 'string' } },
  };
  return { description, content: { 'application/json': { schema } } };
}

/** The whole document as JSON text. */
export function makeOpenApi(version: string): string {
  const paths: Record<string, Record<string, object>> = {};
  for (const [product, owned] of Object.entries(routes)) {
    for (const [name, route] of Object.entries<Route>(owned)) {
      const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
      paths[path] = {
        ...paths[path],
        [route.method.toLowerCase()]: describeRoute(product, name, route),
      };
    }
  }
  const session = { type: 'apiKey', in: 'cookie', name: '__Host-session' };
  const key = { type: 'apiKey', in: 'header', name: 'X-MBX-APIKEY' };
  const signature = { type: 'apiKey', in: 'query', name: 'signature' };
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Isobath',
      version,
      description:
        'Calls of /api, /sapi, /fapi and /dapi take their parameters in the query string, in a ' +
        'form body, or split over both; signed ones carry the signature last.',
    },
    // The host that the document was read from.
    servers: [{ url: '/' }],
    'x-limits': binanceLimits,
    'x-refusals': otherRefusals,
    components: {
      securitySchemes: { session, key, signature },
      responses: {
        refused: describeFault('Refused: a number of the trading dialect and its sentence', 'msg'),
        turnedAway: describeFault('Not let in, or not answered: code and sentence', 'message'),
      },
    },
    paths,
  };
  return writeByLines(document);
}
