// The programs that the reference shows for its calls, all of them in every language that this
// machine has, run on a started server. In short: api-examples.test.ts.
import { afterAll, beforeAll, test } from 'vitest';
import { examples } from './api/examples.ts';
import { findLanguages, kindOf, Reader } from './testing/example-programs.ts';

const languages = await findLanguages();
let reader: Reader;

beforeAll(async () => {
  reader = await Reader.open();
});
afterAll(async () => {
  await reader.close();
});

/** A program for a call without parameters differs from others of its kind by its path alone. */
function listTelling(): string[] {
  const kinds = new Set<string>();
  return Object.entries(examples).flatMap(([id, example]) => {
    const kind = Object.keys(example).length > 0 ? id : kindOf(id);
    if (kinds.has(kind)) return [];
    kinds.add(kind);
    return [id];
  });
}

test.each(languages)('programs in %s print what the calls answer', async (language) => {
  await reader.expectAnswers(listTelling(), language);
});
