// Parameters of a request as the dialect sends them: query string and form body in one bag of
// texts, checked against the route's schema, with the dialect's number for each mistake. It knows
// no signature (signing.ts) and no meaning. Called by the edge and by the WebSocket API.
import type { z } from '@isobath/wire';
import { BinanceError } from './errors.ts';

/** Parameters by name, decoded. */
export type BinanceParameters = Readonly<Record<string, string>>;

function decode(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new BinanceError('illegal_characters', [text.slice(0, 40), 'percent-encoded UTF-8']);
  }
}

const PARAMETERS_COUNT_MAX = 100;

/** An own field, whatever its name: `__proto__` is a name like others. */
function put(pairs: Record<string, string>, name: string, value: string): void {
  if (name !== '__proto__') pairs[name] = value;
  else Object.defineProperty(pairs, name, { value, enumerable: true, configurable: true });
}

/** Pairs of one string, in order. @throws BinanceError -1101 when a name comes twice. */
function readPairs(text: string): Record<string, string> {
  const pairs: Record<string, string> = {};
  let count = 0;
  for (let from = 0; from < text.length; ) {
    const next = text.indexOf('&', from);
    const end = next < 0 ? text.length : next;
    if (end > from) {
      const equals = text.indexOf('=', from);
      const nameEnd = equals < 0 || equals > end ? end : equals;
      const name = decode(text.slice(from, nameEnd));
      if (Object.hasOwn(pairs, name) || count === PARAMETERS_COUNT_MAX) {
        throw new BinanceError('duplicate_parameter');
      }
      count += 1;
      put(pairs, name, nameEnd === end ? '' : decode(text.slice(nameEnd + 1, end)));
    }
    from = end + 1;
  }
  return pairs;
}

/** Join query string and form body; what stands in both is taken from the query string. */
export function readParameters(query: string, body: string): BinanceParameters {
  const inQuery = readPairs(query);
  if (body === '') return inQuery;
  const inBody = readPairs(body);
  for (const [name, value] of Object.entries(inQuery)) put(inBody, name, value);
  return inBody;
}

/** Parameters of a WebSocket request, whose values may be numbers, truth values or lists. */
export function readJsonParameters(params: Readonly<Record<string, unknown>>): BinanceParameters {
  const texts: Record<string, string> = {};
  for (const name of Object.keys(params)) {
    const value = params[name];
    if (value === undefined || value === null) continue;
    put(texts, name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  return texts;
}

/** Parameters with a number of their own when their value is none of the known words. */
const OWN_REFUSALS = {
  side: 'side_invalid',
  type: 'order_type_invalid',
  timeInForce: 'time_in_force_invalid',
  interval: 'interval_invalid',
  symbolStatus: 'symbol_status_invalid',
  strategyType: 'strategy_type_invalid',
  pegPriceType: 'peg_price_invalid',
  pegOffsetType: 'peg_offset_invalid',
  cancelRestrictions: 'cancel_restrictions_invalid',
} as const;

function refuseWord(name: string, issue: z.core.$ZodIssue): BinanceError {
  // Orders and tickers both have a type.
  if (name === 'type' && issue.code === 'invalid_value' && issue.values.includes('MINI')) {
    return new BinanceError('ticker_type_invalid');
  }
  const plain = name.replace(
    /^(?:working|pendingAbove|pendingBelow|pending|above|below|stopLimit|stop|limit)([A-Z])/,
    (_all, letter: string) => letter.toLowerCase(),
  );
  const word = OWN_REFUSALS[plain as keyof typeof OWN_REFUSALS];
  return word === undefined
    ? new BinanceError('parameter_invalid', [name])
    : new BinanceError(word);
}

/** Turn the first thing that is wrong into a refusal. */
function readIssue(issue: z.core.$ZodIssue, parameters: BinanceParameters): BinanceError {
  const name = String(issue.path[0] ?? '');
  if (issue.code === 'unrecognized_keys') {
    const sent = Object.keys(parameters).length;
    return new BinanceError('unread_parameters', [sent - issue.keys.length, sent]);
  }
  const value = parameters[name];
  if (value === undefined) return new BinanceError('parameter_missing', [name]);
  if (value === '') return new BinanceError('parameter_empty', [name]);
  if (issue.code === 'invalid_format' && issue.format === 'regex') {
    const pattern = String(issue.pattern ?? '').replace(/^\/|\/[a-z]*$/g, '');
    return new BinanceError('illegal_characters', [name, pattern]);
  }
  return refuseWord(name, issue);
}

/**
 * Check parameters with the schema of a route.
 *
 * @throws BinanceError -1102, -1104, -1105, -1100, -1115, -1116, -1117, -1120,
 *   -1130 or -1139.
 */
export function checkParameters<TSchema extends z.ZodType>(
  schema: TSchema,
  parameters: BinanceParameters,
): z.output<TSchema> {
  const parsed = schema.safeParse(parameters);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  // A missing one is told before one too many: it is what the client must mend first.
  const isUnread = (issue: z.core.$ZodIssue) => issue.code === 'unrecognized_keys';
  throw readIssue(issues.find((issue) => !isUnread(issue)) ?? issues[0], parameters);
}
