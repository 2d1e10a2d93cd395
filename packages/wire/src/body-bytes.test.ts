// What a route's shape lets through fits its limit of bytes: nobody is refused for the length of
// what they may send.
import { expect, test } from 'vitest';
import { BODY_BYTES_MAX, listingShapes, type Route, routes, z } from './index.ts';

interface Shape {
  readonly type?: string;
  readonly maxLength?: number;
  readonly contentEncoding?: string;
  readonly maxItems?: number;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly propertyNames?: Shape;
  readonly additionalProperties?: Shape | boolean;
}

/** Texts without a length of their own: decimals, codes, dates, what a passkey says. */
const PLAIN_TEXT_BYTES = 64;
/** Base64, whatever it is called: one byte each. In other texts a letter takes three at most. */
const BASE64_FROM = 70_000;
/** The fields of a thing that is listed: of them one is a picture, the others are plain. */
const ENTRIES_OF_RECORD = Math.max(
  ...Object.values(listingShapes).map(({ shape }) => Object.keys(shape).length),
);
/**
 * What a browser says of a passkey, which has no shape of ours: the key's id of 1,023 bytes three
 * times, its public key of up to 550 three times, and what it signed, all in base64.
 */
const PASSKEY_BYTES = Math.ceil(((1_023 * 4 + 550 * 3 + 1_000) * 4) / 3) + 500;

function measureText({ maxLength = PLAIN_TEXT_BYTES, contentEncoding }: Shape): number {
  const isBase64 = contentEncoding === 'base64' || maxLength > BASE64_FROM;
  return maxLength * (isBase64 || maxLength === PLAIN_TEXT_BYTES ? 1 : 3) + 2;
}

/** Bytes of the longest JSON of a shape. */
function measure(shape: Shape): number {
  if (shape.anyOf !== undefined) return Math.max(...shape.anyOf.map(measure));
  if (shape.type === 'string') return measureText(shape);
  if (shape.type === 'array') return (shape.maxItems ?? 0) * (measure(shape.items ?? {}) + 1) + 2;
  if (shape.type === undefined) return PASSKEY_BYTES;
  if (shape.type !== 'object') return 24;
  const own = Object.entries(shape.properties ?? {});
  const { additionalProperties: more } = shape;
  const others =
    typeof more === 'object'
      ? measureText(shape.propertyNames ?? {}) +
        measure(more) +
        (ENTRIES_OF_RECORD - 1) * 2 * (PLAIN_TEXT_BYTES + 4)
      : 0;
  return own.reduce((sum, [name, one]) => sum + name.length + 4 + measure(one), 2 + others);
}

const bodies = Object.values(routes)
  .flatMap((owned) => Object.values<Route>(owned))
  .flatMap(({ body, bodyBytesMax = BODY_BYTES_MAX, method, path }) =>
    body === undefined ? [] : [[`${method} ${path}`, body, bodyBytesMax] as const],
  );

test.each(bodies)('the longest body of %s fits', (_name, body, bytesMax) => {
  const shape = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
  expect(measure(shape as unknown as Shape)).toBeLessThanOrEqual(bytesMax);
});
