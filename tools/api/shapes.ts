// Shapes of wire as a reader wants them: one row per field. Works on the JSON schema of a shape.
// Not here: the pages (pages.ts) and the OpenAPI document (openapi.ts).
// Used by both.

import { z } from '@isobath/wire';

/** The part of a JSON schema that these documents use. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema | false;
  readonly prefixItems?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
  readonly description?: string;
  /** Of a file in a form: binary. */
  readonly format?: string;
}

/** Whether a form has a file in it, which no sample can be written out for. */
export function hasFile(schema: Schema): boolean {
  return Object.values(schema.properties ?? {}).some((one) => one.format === 'binary');
}

/** One field of a shape: `a.b[].c` for a field of an object in a list. */
export interface Field {
  readonly name: string;
  readonly what: string;
  readonly isRequired: boolean;
}

const decimal = '^(0|[1-9]\\d*)(\\.\\d+)?$';
const knownPatterns = new Map([
  [decimal, 'decimal text'],
  [`^-?${decimal.slice(1)}`, 'signed decimal text'],
  ['^\\d+$', 'whole number as text'],
  // As the trading API writes them.
  ['^[0-9]{1,20}(\\.[0-9]{1,20})?$', 'decimal text'],
  ['^[0-9]{1,20}$', 'whole number as text'],
  ['^[0-9]{1,9}$', 'whole number as text'],
  ['^(true|false)$', 'true or false as text'],
  ['^[A-Z0-9-_.]{1,20}$', 'market, such as BTCUSDT'],
  ['^[.A-Z:/a-z0-9_-]{1,36}$', 'name of 1 to 36 letters, digits, . : / _ or -'],
]);

/** What was made before: making one takes longer than all that is then done with it. */
const madeSchemas = {
  input: new WeakMap<z.ZodType, Schema>(),
  output: new WeakMap<z.ZodType, Schema>(),
};

/** The JSON schema of a shape: what goes in (a body, a query) or what comes out (an answer). */
export function readSchema(shape: z.ZodType, side: 'input' | 'output'): Schema {
  const made = madeSchemas[side].get(shape);
  if (made !== undefined) return made;
  const { $schema, ...rest } = z.toJSONSchema(shape, { io: side, unrepresentable: 'any' });
  const schema: Schema = $schema === undefined ? {} : (rest as Schema);
  madeSchemas[side].set(shape, schema);
  return schema;
}

function showRange(schema: Schema): string {
  const { minimum, maximum } = schema;
  const isBounded = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  if (isBounded) return ` ${minimum ?? 0}..${maximum}`;
  return minimum === undefined || minimum < 0 ? '' : ` from ${minimum}`;
}

function showText(schema: Schema): string {
  const known = schema.pattern === undefined ? undefined : knownPatterns.get(schema.pattern);
  if (known !== undefined) return known;
  if (schema.pattern !== undefined) return `text like \`${schema.pattern}\``;
  const { minLength = 0, maxLength } = schema;
  if (maxLength === undefined) return 'text';
  if (minLength > 0 && minLength === maxLength) return `text, ${maxLength} characters`;
  const length = minLength > 1 ? `${minLength} to ${maxLength}` : `at most ${maxLength}`;
  return `text, ${length} characters`;
}

/** What a value is, in a few words. */
export function showType(schema: Schema): string {
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${value}\``).join(' ');
  if (schema.const !== undefined) return `\`${schema.const}\``;
  if (schema.anyOf !== undefined) return schema.anyOf.map(showType).join(' or ');
  if (schema.prefixItems !== undefined) return `[${schema.prefixItems.map(showType).join(', ')}]`;
  if (schema.type === 'array') return `list of ${schema.items ? showType(schema.items) : 'values'}`;
  if (schema.type === 'string') return showText(schema);
  if (schema.type === 'integer') return `whole number${showRange(schema)}`;
  if (schema.type === 'number') return `number${showRange(schema)}`;
  if (schema.type === 'boolean') return 'true or false';
  if (schema.type === 'null') return 'null';
  return schema.type === 'object' ? 'object' : 'any value';
}

/** Every field of a shape, those of inner objects after the field that holds them. */
export function listFields(schema: Schema, path = ''): Field[] {
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap((part) => listFields(part, path));
  if (schema.type === 'array' && schema.items) return listFields(schema.items, `${path}[]`);
  return Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => {
    const name = path === '' ? key : `${path}.${key}`;
    const isRequired = schema.required?.includes(key) ?? false;
    return [{ name, what: showType(inner), isRequired }, ...listFields(inner, name)];
  });
}
