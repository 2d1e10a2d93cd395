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
  readonly parameters: readonly ReferenceParameter[];
  readonly body: readonly ReferenceField[];
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
  readonly 'x-refusals': readonly ReferenceRefusal[];
  readonly 'x-answer-fields': readonly ReferenceField[];
  readonly 'x-body-fields'?: readonly ReferenceField[];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description: string;
    readonly example?: string;
  }[];
}

/** The document, as far as it is read here. */
export interface ReferenceDocument {
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

/** Every call, those of the trading API first; only those that fit the words asked for. */
export function listCalls(document: ReferenceDocument, query: string): CallLine[] {
  const lines = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => lineOf(path, method, operation)),
  );
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ id, method, path, summary }: CallLine) => {
    const text = `${id} ${method} ${path} ${summary}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const rank = ({ product }: CallLine) => {
    const at = TRADING.indexOf(product);
    return at < 0 ? TRADING.length : at;
  };
  return lines.filter(fits).sort((one, other) => rank(one) - rank(other));
}

/** Every refusal of the trading API, each once, by number. */
export function listRefusals(document: ReferenceDocument): ReferenceRefusal[] {
  const refusals = new Map<string, ReferenceRefusal>();
  for (const methods of Object.values(document.paths)) {
    for (const operation of Object.values(methods)) {
      if (operation['x-weight'] === undefined) continue;
      for (const one of operation['x-refusals']) refusals.set(`${one.code} ${one.meaning}`, one);
    }
  }
  return [...refusals.values()].sort((one, other) => other.code - one.code);
}

function showWeight(operation: Operation): string | null {
  const { 'x-weight': least, 'x-weight-max': most } = operation;
  if (least === undefined) return null;
  return most === undefined ? String(least) : `${least} – ${most}`;
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
        parameters: operation.parameters
          .filter(({ name }) => !['timestamp', 'recvWindow', 'signature'].includes(name))
          .map((one) => ({
            name: one.name,
            what: one.description,
            isRequired: one.required,
            isInPath: one.in === 'path',
            example: one.example ?? '',
          })),
        body: operation['x-body-fields'] ?? [],
        answer: operation['x-answer-fields'],
        refusals: operation['x-refusals'],
      };
    }
  }
  return undefined;
}
