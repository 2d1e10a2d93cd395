// The generated reference (openapi.json) as its pages need it: a list for the side, one call for
// the middle. Not here: what a call is; the generator makes the document from wire.
// Called by loaders, on the server only.

/** One field or parameter, as the generator words it. */
export interface ReferenceField {
  readonly name: string;
  readonly what: string;
  readonly isRequired: boolean;
}

/** One parameter; `example` is "" where the example does without. */
export interface ReferenceParameter extends ReferenceField {
  readonly isInPath: boolean;
  readonly example: string;
}

/** One refusal a call can give. */
export interface ReferenceRefusal {
  readonly code: number;
  readonly status: number;
  readonly meaning: string;
}

/** A line of the side list. */
export interface CallLine {
  readonly id: string;
  readonly product: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
}

/** A call with everything there is to say. */
export interface CallPage extends CallLine {
  readonly role: string;
  readonly rate: string;
  /** Weight on the trading API, such as `5` or `5 – 250`; null elsewhere. */
  readonly weight: string | null;
  /** The same call over the WebSocket API, such as `order.place`; "" without one. */
  readonly socketMethod: string;
  readonly parameters: readonly ReferenceParameter[];
  readonly body: readonly ReferenceField[];
  /** A body that the call takes, as JSON; "" without one. */
  readonly bodyExample: string;
  /** Whether it takes a form with a file: no program is shown, and none sent from the page. */
  readonly isForm: boolean;
  readonly answer: readonly ReferenceField[];
  readonly refusals: readonly ReferenceRefusal[];
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly 'x-role': string;
  readonly 'x-rate': string;
  readonly 'x-weight'?: number;
  readonly 'x-weight-max'?: number;
  readonly 'x-socket-method'?: string;
  readonly 'x-refusals': readonly ReferenceRefusal[];
  readonly 'x-answer-fields': readonly ReferenceField[];
  readonly 'x-body-fields'?: readonly ReferenceField[];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description: string;
    readonly example?: string | number;
  }[];
  readonly requestBody?: {
    readonly content: { readonly 'application/json'?: { readonly example: unknown } };
  };
}

/** The document, as far as it is read here. */
export interface ReferenceDocument {
  /** Limits of the trading API by name. */
  readonly 'x-limits': Readonly<Record<string, number>>;
  /** Refusals of the trading API that belong to no call. */
  readonly 'x-refusals': readonly ReferenceRefusal[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** Parts of the trading API as a bot meets them. */
const TRADING: readonly string[] = [
  'api-market',
  'api-orders',
  'api-lists',
  'api-account',
  'api-user-stream',
  'api-wallet',
  'api-contracts',
];

function lineOf(path: string, method: string, { operationId, summary }: Operation): CallLine {
  const product = operationId.split('.')[0] ?? '';
  return { id: operationId, product, method: method.toUpperCase(), path, summary };
}

interface Found {
  readonly line: CallLine;
  readonly operation: Operation;
}

function listAll(document: ReferenceDocument): Found[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      line: lineOf(path, method, operation),
      operation,
    })),
  );
}

function readWords(query: string): string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean);
}

/** A number of a refusal, with or without its sign. */
function isCode(word: string, { code }: ReferenceRefusal): boolean {
  return /^-?\d+$/.test(word) && Math.abs(Number(word)) === Math.abs(code);
}

/** What a call is called: these are told before those that only take or refuse what was asked. */
function showNames({ line: { id, method, path, summary }, operation }: Found): string {
  return `${id} ${method} ${path} ${summary} ${operation['x-socket-method'] ?? ''}`.toLowerCase();
}

/**
 * Every call, those of the trading API first; only those that fit the words asked for: by name,
 * path or method, by a parameter or field they take, or by the number of a refusal.
 */
export function listCalls(document: ReferenceDocument, query: string): CallLine[] {
  const words = readWords(query);
  const isNamed = (found: Found) => words.every((word) => showNames(found).includes(word));
  const fits = (found: Found) => {
    const { parameters, 'x-body-fields': body = [], 'x-refusals': refusals } = found.operation;
    const taken = [...parameters, ...body].map(({ name }) => name.toLowerCase());
    const text = showNames(found);
    return words.every(
      (word) =>
        text.includes(word) ||
        taken.some((name) => name.includes(word)) ||
        refusals.some((one) => isCode(word, one)),
    );
  };
  const rank = (found: Found) => {
    const at = TRADING.indexOf(found.line.product);
    const place = at < 0 ? TRADING.length : at;
    return isNamed(found) ? place : place + TRADING.length + 1;
  };
  return listAll(document)
    .filter(fits)
    .sort((one, other) => rank(one) - rank(other))
    .map(({ line }) => line);
}

function takeOnce(refusals: readonly ReferenceRefusal[]): Iterable<ReferenceRefusal> {
  return new Map(refusals.map((one) => [`${one.code} ${one.meaning}`, one])).values();
}

/** Refusals whose number was asked for, each once. */
export function findRefusals(document: ReferenceDocument, query: string): ReferenceRefusal[] {
  const words = readWords(query);
  const all = listAll(document).flatMap(({ operation }) => operation['x-refusals']);
  const fits = (one: ReferenceRefusal) => words.some((word) => isCode(word, one));
  return [...takeOnce([...all, ...document['x-refusals']].filter(fits))];
}

/** Every refusal of the trading API, each once, by number. */
export function listRefusals(document: ReferenceDocument): ReferenceRefusal[] {
  const ofCalls = listAll(document)
    .filter(({ operation }) => operation['x-weight'] !== undefined)
    .flatMap(({ operation }) => operation['x-refusals']);
  const all = takeOnce([...ofCalls, ...document['x-refusals']]);
  return [...all].sort((one, other) => other.code - one.code);
}

function showWeight(operation: Operation): string | null {
  const { 'x-weight': least, 'x-weight-max': most } = operation;
  if (least === undefined) return null;
  return most === undefined ? String(least) : `${least} – ${most}`;
}

function showBody({ requestBody }: Operation): string {
  const json = requestBody?.content['application/json'];
  return json === undefined ? '' : JSON.stringify(json.example);
}

function takesForm({ requestBody }: Operation): boolean {
  return requestBody !== undefined && requestBody.content['application/json'] === undefined;
}

/** One call by its name, undefined when there is none. */
export function findCall(document: ReferenceDocument, id: string): CallPage | undefined {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation.operationId !== id) continue;
      return {
        ...lineOf(path, method, operation),
        role: operation['x-role'],
        rate: operation['x-rate'],
        weight: showWeight(operation),
        socketMethod: operation['x-socket-method'] ?? '',
        parameters: operation.parameters
          .filter(({ name }) => !['timestamp', 'recvWindow', 'signature'].includes(name))
          .map((one) => ({
            name: one.name,
            what: one.description,
            isRequired: one.required,
            isInPath: one.in === 'path',
            example: String(one.example ?? ''),
          })),
        body: operation['x-body-fields'] ?? [],
        bodyExample: showBody(operation),
        isForm: takesForm(operation),
        answer: operation['x-answer-fields'],
        refusals: operation['x-refusals'],
      };
    }
  }
  return undefined;
}
