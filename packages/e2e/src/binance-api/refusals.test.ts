// What ccxt makes of each refusal of the reference, and that the guide for bots says so: the
// library as it comes, handed every number with its words.
import { readFileSync } from 'node:fs';
import ccxt from 'ccxt';
import { expect, test } from 'vitest';

interface Refusal {
  readonly code: number;
  readonly status: number;
  readonly meaning: string;
}
interface Operation {
  readonly 'x-weight'?: number;
  readonly 'x-refusals': readonly Refusal[];
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

const read = (file: string) =>
  readFileSync(new URL(`../../../../docs/${file}`, import.meta.url), 'utf8');
const document = JSON.parse(read('api/openapi.json')) as {
  readonly paths: Paths;
  /** Of no call. */
  readonly 'x-refusals': readonly Refusal[];
};

/** Name of the error that the library raises. */
function raise(path: string, { code, status, meaning }: Refusal): string {
  const answer = { code, msg: meaning };
  const text = JSON.stringify(answer);
  const url = `https://exchange.example${path}`;
  try {
    new ccxt.binance().handleErrors(status, '', url, 'POST', {}, text, answer, {}, '');
  } catch (error) {
    return (error as Error).constructor.name;
  }
  return 'nothing';
}

const raised = new Map<string, Set<string>>();
function note(path: string, refusals: readonly Refusal[]): void {
  for (const refusal of refusals) {
    const names = raised.get(String(refusal.code)) ?? new Set();
    raised.set(String(refusal.code), names.add(raise(path, refusal)));
  }
}
for (const [path, methods] of Object.entries(document.paths)) {
  for (const operation of Object.values(methods)) {
    if (operation['x-weight'] !== undefined) note(path, operation['x-refusals']);
  }
}
note('/api/v3', document['x-refusals']);
const table = read('guide/trading-api.md').split('## Refusals as ccxt raises them')[1] ?? '';
const reported = [...table.matchAll(/^\| (-\d[-\d, ]*) \| (.+) \|$/gm)].flatMap(
  ([, codes = '', names]) => codes.split(', ').map((code) => [code, names] as const),
);

test('the guide has a row for every number, and for no other', () => {
  expect(raised.size).toBeGreaterThan(40);
  expect(reported.map(([code]) => code).toSorted()).toEqual([...raised.keys()].toSorted());
});

test.each(reported)('%s is raised as %s', (code, names) => {
  expect([...(raised.get(code) ?? [])].sort().join(', ')).toBe(names);
});
