// The packed sdk as a stranger gets it: plain JavaScript that runs without our sources, with types.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packSdk } from './pack-sdk.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'packed-'));
  const scope = join(folder, 'node_modules/@isobath');
  mkdirSync(scope, { recursive: true });
  packSdk(scope);
  symlinkSync(join(root, 'node_modules/zod'), join(folder, 'node_modules/zod'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PROGRAM = `
import { createHttpClient, listenPrivate, NetworkError } from '@isobath/sdk';
import { marketRoutes } from '@isobath/wire';

const client = createHttpClient({ baseUrl: 'http://127.0.0.1:1' });
const answer = await client.call(marketRoutes.tickers).catch((error) => error);
console.log(answer instanceof NetworkError, typeof listenPrivate);
`;

test('it runs as plain JavaScript', () => {
  const file = join(folder, 'program.mjs');
  writeFileSync(file, PROGRAM);
  const words = ['--no-experimental-strip-types', file];
  expect(execFileSync(process.execPath, words).toString().trim()).toBe('true function');
});

test('its types tell a stranger what he gets, and what is wrong', () => {
  const right =
    'const rows: string[] = (await client.call(marketRoutes.tickers)).map((row) => row.last);';
  const wrong =
    'const rows: number[] = (await client.call(marketRoutes.tickers)).map((row) => row.last);';
  const head = PROGRAM.split('const answer')[0];
  const check = (line: string) => {
    const file = join(folder, 'program.mts');
    writeFileSync(file, `${head}${line}\nexport { rows };\n`);
    const settings = '--noEmit --strict --module nodenext --target es2024 --lib es2024,dom';
    const words = [join(root, 'node_modules/typescript/bin/tsc'), ...settings.split(' '), file];
    try {
      execFileSync(process.execPath, words, { cwd: folder });
      return '';
    } catch (error) {
      return String((error as { stdout: Buffer }).stdout);
    }
  };
  expect(check(right)).toBe('');
  expect(check(wrong)).toContain("Type 'string[]' is not assignable to type 'number[]'");
});

test('it carries manifest, README and examples', () => {
  const read = (name: string) =>
    readFileSync(join(folder, 'node_modules/@isobath/sdk', name), 'utf8');
  expect(JSON.parse(read('package.json'))).toMatchObject({
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
  });
  expect(read('README.md')).toContain('# sdk');
  expect(read('examples/watch-market.ts')).toContain('@isobath/sdk');
});
