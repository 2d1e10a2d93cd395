// Every sentence of the catalogues is asked for somewhere: by its key, or by one that is put
// together from its beginning (or, as of mails, its end) and a word that stands in the sources.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const packages = fileURLToPath(new URL('../packages', import.meta.url));
const english = join(packages, 'texts/src/en_US');

/** How a sentence may be named in the sources. */
interface Named {
  readonly words: ReadonlySet<string>;
  /** Beginnings and ends of keys that are put together. */
  readonly parts: readonly (readonly [string, string])[];
}

function readSources(): string[] {
  const names = readdirSync(packages, { recursive: true, encoding: 'utf8' });
  const isSource = (name: string) =>
    /^[a-z]+\/src\/.*\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name);
  return names.filter(isSource).map((name) => readFileSync(join(packages, name), 'utf8'));
}

function readNamed(sources: readonly string[]): Named {
  const words = new Set<string>();
  const parts = new Map<string, readonly [string, string]>();
  for (const source of sources) {
    for (const [, quoted, key] of source.matchAll(/(?:['"`]([\w.-]+)['"`]|\b(\w+):)/g)) {
      words.add(quoted ?? key ?? '');
    }
    for (const [whole, start = '', end = ''] of source.matchAll(
      /`([\w.-]*)\$\{[^`]*?\}([\w.-]*)/g,
    )) {
      if (start.length >= 3 || /^[_.]\w+$/.test(end)) parts.set(whole, [start, end]);
    }
  }
  return { words, parts: [...parts.values()] };
}

function isNamed(key: string, { words, parts }: Named): boolean {
  if (words.has(key)) return true;
  return parts.some(([start, end]) => {
    if (start.length >= 3) return key.startsWith(start) && key.length > start.length;
    return key.endsWith(end) && words.has(key.slice(0, -end.length));
  });
}

/** Keys of a catalogue that nothing names; forms of a plural are one. */
function listUnused(catalogue: Readonly<Record<string, string>>, named: Named): string[] {
  const stemOf = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');
  return Object.keys(catalogue).filter(
    (key) => !isNamed(key, named) && !isNamed(stemOf(key), named),
  );
}

const sources = readSources();
const named = readNamed(sources);

test.each(readdirSync(english))('every sentence of %s is used', (name) => {
  const catalogue = JSON.parse(readFileSync(join(english, name), 'utf8'));
  expect(listUnused(catalogue, named)).toEqual([]);
});

test('a sentence that nobody asks for is seen', () => {
  const code = "t('a.used'); t(`of.${kind}`); mail(`${purpose}_text`); const purpose = 'welcome';";
  const texts = { 'a.used': '', 'of.fish': '', welcome_text: '', 'a.idle': '', lost_text: '' };
  expect(listUnused(texts, readNamed([code]))).toEqual(['a.idle', 'lost_text']);
});
