// That no call of the specification is without its test: the list and the files that show it.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { callsOfContracts, specifiedCalls } from './testing/specified-calls.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

interface Reference {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { responses: Record<string, unknown> } | undefined>>>
  >;
}
const reference = JSON.parse(readFileSync(`${root}/docs/api/openapi.json`, 'utf8')) as Reference;

/** What the reference says of a call's good answer, as text. */
function findAnswer(call: string): string {
  const [method = '', path = ''] = call.split(' ');
  const ranked = path.replace(/(\/market\/ranking\/).*/, '$1{name}');
  return JSON.stringify(reference.paths[ranked]?.[method.toLowerCase()]?.responses['200'] ?? '');
}

test.each(Object.keys(specifiedCalls))('%s looks for answers that never change', (name) => {
  const file = `${root}/packages/server/src/${name}.test.ts`;
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(`witness.listUnmoved(specifiedCalls['${name}'])`);
});

test.each([...Object.values(specifiedCalls).flat(), ...callsOfContracts])(
  '%s stands in the reference, in the envelope',
  (call) => {
    const answer = findAnswer(call);
    for (const field of ['"code"', '"message"', '"data"']) expect(answer).toContain(field);
  },
);
