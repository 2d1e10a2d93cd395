// Values that a shape lets through, made from its JSON schema: the plainest one, or the plainest
// that has certain fields. Not here: values it must not let through (tools/hostile).
// Used where the product is tried by its own list of calls.

import type { Schema } from './shapes.ts';

/** Texts of which one fits any pattern of wire. */
const texts = [
  'x',
  '1',
  'btc_usdt',
  'BTCUSDT',
  'me@example.com',
  'USD',
  'FR',
  '1990-05-17',
  '123456',
  '1000003',
  '127.0.0.1',
  'spot',
  '1h',
  'true',
  'en_US',
  '0:00',
  'x'.repeat(32),
  'x'.repeat(43),
  '0'.repeat(32),
  '0'.repeat(64),
  `0x${'0'.repeat(64)}`,
];

function sampleText(schema: Schema): string {
  const { pattern, minLength = 0, maxLength = Number.MAX_SAFE_INTEGER } = schema;
  const fits = texts.filter((text) => text.length >= minLength && text.length <= maxLength);
  if (pattern === undefined) return fits[0] ?? 'x'.repeat(minLength);
  // Patterns of classes of letters need the flag, which a JSON schema does not carry.
  const shape = new RegExp(pattern, pattern.includes(String.raw`\p{`) ? 'u' : '');
  const found = fits.find((text) => shape.test(text));
  if (found === undefined) throw new Error(`no sample fits ${pattern}: tools/api/samples.ts`);
  return found;
}

function sampleObject(schema: Schema, wanted: readonly string[]): object {
  const names = new Set([
    ...(schema.required ?? []),
    ...wanted.map((path) => path.split(/[.[]/)[0] ?? ''),
  ]);
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => names.has(name));
  return Object.fromEntries(
    properties.map(([name, inner]) => {
      const below = wanted
        .filter((path) => path.startsWith(`${name}.`) || path.startsWith(`${name}[].`))
        .map((path) => path.slice(name.length + 1).replace(/^\]?\.?/, ''));
      return [name, sampleOf(inner, below)];
    }),
  );
}

/** True when a shape has this field, so that a choice between shapes can be made. */
function hasField(schema: Schema, path: string): boolean {
  if (path === '') return true;
  const [name = '', ...rest] = path.split('.');
  const inner = schema.properties?.[name.replace('[]', '')];
  return inner !== undefined && hasField(inner, rest.join('.'));
}

/**
 * The plainest value of a shape.
 *
 * @param wanted - fields it must have although they are optional, as `a.b` or `a[].b`.
 */
export function sampleOf(schema: Schema, wanted: readonly string[] = []): unknown {
  if (schema.anyOf !== undefined) {
    const fitting = schema.anyOf.find((part) => wanted.every((path) => hasField(part, path)));
    return sampleOf(fitting ?? (schema.anyOf[0] as Schema), wanted);
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.prefixItems !== undefined) return schema.prefixItems.map((one) => sampleOf(one));
  switch (schema.type) {
    case 'string':
      return sampleText(schema);
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 0, 1);
    case 'boolean':
      return true;
    case 'array': {
      const item = schema.items === undefined || schema.items === false ? {} : schema.items;
      return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () =>
        sampleOf(item, wanted),
      );
    }
    case 'object':
      return sampleObject(schema, wanted);
    default:
      return 1;
  }
}

/** Set a field of a value, `a.b` or `a[].b` (of every item). The value is changed. */
export function setField(value: unknown, path: string, to: unknown): void {
  const [name = '', ...rest] = path.split('.');
  const key = name.replace('[]', '');
  const owner = value as Record<string, unknown>;
  if (rest.length === 0) owner[key] = to;
  else if (!name.endsWith('[]')) setField(owner[key], rest.join('.'), to);
  else for (const item of owner[key] as unknown[]) setField(item, rest.join('.'), to);
}
