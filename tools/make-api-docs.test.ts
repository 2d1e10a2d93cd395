// The reference and wire say the same, both ways: nothing undocumented, nothing documented that is
// gone. The check proves that the disk has what the generator writes; this, that it is right.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rejects } from '@isobath/core';
import { errors, type Route, routes, z } from '@isobath/wire';
import { expect, test } from 'vitest';
import { bodyExampleOf, writtenBodies } from './api/body-examples.ts';
import { refusalsOf } from './api/refusals.ts';
import { listFields, readSchema } from './api/shapes.ts';
import { house } from './checks/test-workspace.ts';
import { apiDocs } from './make-api-docs.ts';

const files = await apiDocs.generate(house);
const page = (name: string) => files.get(name) ?? '';
const allRoutes = Object.entries(routes).flatMap(([product, owned]) =>
  Object.entries<Route>(owned).map(([name, route]) => ({ product, name, route })),
);

test('every call stands in the list once, with its role, and nothing else does', () => {
  const rows = [
    ...page('docs/api/README.md').matchAll(/^\| `(\w+ \S+)` \| \[(\S+)\]\S+ \| (\S+)/gm),
  ];
  const listed = rows.map(([, call, name, role]) => `${call} ${name} ${role}`);
  const expected = allRoutes.map(
    ({ product, name, route }) => `${route.method} ${route.path} ${product}.${name} ${route.role}`,
  );
  expect(listed).toEqual(expected);
});

test('every call has its section on the page of its product, and no section is left over', () => {
  for (const product of Object.keys(routes)) {
    const sections = [...page(`docs/api/${product}.md`).matchAll(/^## (\w+)$/gm)];
    const names = allRoutes.filter((row) => row.product === product).map(({ name }) => name);
    expect(sections.map(([, name]) => name)).toEqual(names);
  }
});

test('the machine-readable document has every call', () => {
  const document = JSON.parse(page('docs/api/openapi.json')) as { paths: Record<string, object> };
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const expected = allRoutes.map(
    ({ route }) => `${route.method} ${route.path.replaceAll(/:(\w+)/g, '{$1}')}`,
  );
  expect(new Set(calls)).toEqual(new Set(expected));
});

test('says of every call who may make it, and how it is turned away', () => {
  const document = JSON.parse(page('docs/api/openapi.json')) as {
    paths: Record<string, Record<string, { security?: object[]; responses: object }>>;
  };
  for (const call of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    expect(call.security).toBeInstanceOf(Array);
    expect(Object.keys(call.responses)).toEqual(['200', '4XX', '5XX']);
  }
});

test('every body that is shown passes, stands in any language of the samples, and belongs', () => {
  const withBody = allRoutes.filter(({ route }) => route.body !== undefined);
  const ids = withBody.map(({ product, name }) => `${product}.${name}`);
  expect(ids).toEqual(expect.arrayContaining([...writtenBodies]));
  for (const [at, { route }] of withBody.entries()) {
    const example = bodyExampleOf(ids[at] ?? '', route);
    // A file cannot be written out.
    if (example === undefined) {
      expect(ids[at]).toBe('identity.takeFile');
      continue;
    }
    expect(route.body?.safeParse(example).error, ids[at]).toBeUndefined();
    expect(JSON.stringify(example)).not.toMatch(/['`\\\\]/);
  }
});

test('every refusal is documented once with its number, and no other is', () => {
  const rows = [...page('docs/errors.md').matchAll(/^\| (\d+) \| `(\w+)` \|/gm)];
  const documented = rows.map(([, code, word]) => `${code} ${word}`);
  const edge = Object.entries(errors).map(([word, { code }]) => `${code} ${word}`);
  const core = Object.entries(rejects).map(([word, [code]]) => `${code} ${word}`);
  expect(documented).toEqual([...edge, ...core]);
});

test('refusals named for a call exist', () => {
  for (const { route } of allRoutes) {
    for (const word of refusalsOf(route)) expect(Object.keys(errors)).toContain(word);
  }
});

test('fields of inner objects and lists are named by their path', () => {
  const shape = z.object({
    rows: z.array(z.object({ id: z.string() })),
    next: z.string().optional(),
  });
  const fields = listFields(readSchema(shape, 'output'));
  expect(fields.map(({ name, isRequired }) => `${name} ${isRequired}`)).toEqual([
    'rows true',
    'rows[].id true',
    'next false',
  ]);
});

test('a text says how long it must be, not only how long it may be', () => {
  const shape = z.object({
    reason: z.string().min(3).max(500),
    title: z.string().min(1).max(200),
    code: z.string().length(6),
  });
  const types = listFields(readSchema(shape, 'input')).map(({ what }) => what);
  expect(types).toEqual([
    'text, 3 to 500 characters',
    'text, at most 200 characters',
    'text, 6 characters',
  ]);
});

test('every refusal has its sentence in each whole language, and no sentence is idle', () => {
  const words = new Set([...Object.keys(errors), ...Object.keys(rejects)]);
  for (const locale of ['en_US', 'zh_CN']) {
    const path = join(house, 'packages/texts/src', locale, 'errors.json');
    expect(existsSync(path), path).toBe(true);
    const texts = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
    expect(new Set(Object.keys(texts))).toEqual(words);
  }
});
