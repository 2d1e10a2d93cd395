// Every name that the server writes beside an act has a text in the console: without one it would
// stand there as programs write it, in English, whatever the operator's language.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { house } from './checks/test-workspace.ts';

const server = join(house, 'packages/server/src');
const known = new Set(
  [
    ...readFileSync(
      join(house, 'packages/admin/src/products/office/fact-names.ts'),
      'utf8',
    ).matchAll(/^ {2}(\w+): '/gm),
  ].map(([, name]) => name),
);

/** Names in the braces of `detail: {...}` and `const detail = {...}`, without what is spread in. */
function readNames(source: string): string[] {
  return [...source.matchAll(/\bdetail(?:: | = )\{([^{}]*)\}/g)].flatMap(([, inside = '']) =>
    inside
      .split(',')
      .map((part) => /^\s*(\w+)/.exec(part)?.[1] ?? '')
      .filter((name) => name !== ''),
  );
}

const readSources = () =>
  readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(server, name), 'utf8'));

/** Names of the payloads of requests for two: what `defineWork` takes, in place or by a name. */
function readPayloadNames(source: string): string[] {
  if (!source.includes('defineWork(')) return [];
  const shapes = /(?:shape: |ayload = )z\s*\.(?:strictO|o)bject\(\{([^{}]*)\}\)/g;
  return [...source.matchAll(shapes)].flatMap(([, inside = '']) =>
    [...inside.matchAll(/(?:^|,)\s*(\w+):/g)].map(([, name = '']) => name),
  );
}

test('every name of a request for two operators has a text', () => {
  const names = new Set(readSources().flatMap(readPayloadNames));
  expect(names.size).toBeGreaterThan(10);
  expect([...names].filter((name) => !known.has(name))).toEqual([]);
});

test('every name beside an act has a text', () => {
  const sources = readSources().filter((source) => /\baction\b/.test(source));
  const names = new Set(sources.flatMap(readNames));
  expect(names.size).toBeGreaterThan(30);
  // Requests and their outcomes come as a group, whose names stand beside the others.
  names.delete('payload');
  expect([...names].filter((name) => !known.has(name))).toEqual([]);
});
