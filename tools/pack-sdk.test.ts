// The packed sdk as a stranger gets it, installed into an empty folder from the archives that a
// registry would have: plain JavaScript that runs without our sources, in Node and in a browser,
// with types that compilers find each in their way.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../packages/e2e/src/fixture/browser.ts';
import { packSdk } from './pack-sdk.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'packed-'));
  const made = join(folder, 'made');
  packSdk(made);
  const sources = [join(made, 'sdk'), join(made, 'wire'), join(root, 'node_modules/zod')];
  const archives = sources.map((cwd) => {
    // Scripts of a package are not for those who only hand it on.
    const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
    const said = execFileSync('npm', words, { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
    const [{ filename }] = JSON.parse(said.toString()) as [{ filename: string }];
    return join(folder, filename);
  });
  rmSync(made, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  // Nothing else may be asked for: what a manifest names stands in the archives.
  const words = ['install', ...archives, '--offline', '--no-audit', '--no-fund'];
  execFileSync('npm', words, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PROGRAM = `
import { createHttpClient, listenPrivate, NetworkError } from '@isobath/sdk';
import { marketRoutes } from '@isobath/wire';

const client = createHttpClient({ baseUrl: 'http://127.0.0.1:1' });
const answer = await client.call(marketRoutes.tickers).catch((error) => error);
console.log(answer instanceof NetworkError, typeof listenPrivate);
`;

/** What a registry would be handed; nothing is sent, and nobody is asked. */
function publish(name: string): string {
  const cwd = join(folder, 'node_modules/@isobath', name);
  const words = [
    'publish',
    '--dry-run',
    // Whoever runs the tests may have told npm to be silent.
    '--loglevel',
    'notice',
    '--fetch-retries',
    '0',
    '--registry',
    'http://127.0.0.1:9',
  ];
  const { status, stdout, stderr } = spawnSync('npm', words, { cwd, encoding: 'utf8' });
  expect({ status, stderr }).toMatchObject({ status: 0 });
  return stdout + stderr;
}

test.each(['wire', 'sdk'])('%s can be published, with all it needs and nothing else', (name) => {
  const said = publish(name);
  expect(said).toContain(`+ @isobath/${name}@`);
  for (const file of ['package.json', 'README.md', 'dist/index.js', 'dist/index.d.ts']) {
    expect(said).toContain(file);
  }
  expect(said).not.toMatch(/\.test\.|src\/|node_modules/);
});

test('it is required by programs of the older kind', () => {
  const file = join(folder, 'program.cjs');
  writeFileSync(file, "console.log(typeof require('@isobath/sdk').createHttpClient);");
  expect(execFileSync(process.execPath, [file]).toString().trim()).toBe('function');
});

test('it runs as plain JavaScript', () => {
  const file = join(folder, 'program.mjs');
  writeFileSync(file, PROGRAM);
  const words = ['--no-experimental-strip-types', file];
  expect(execFileSync(process.execPath, words).toString().trim()).toBe('true function');
});

/** Serve the installed packages and a page that imports them as modules. */
async function servePage(): Promise<{ address: string; close: () => void }> {
  const imports = {
    '@isobath/sdk': '/@isobath/sdk/dist/index.js',
    '@isobath/wire': '/@isobath/wire/dist/index.js',
    zod: '/zod/index.js',
  };
  const page = `<!doctype html><script type="importmap">${JSON.stringify({ imports })}</script>
    <script type="module">${PROGRAM.replace('console.log(', 'document.title = String([').replace(
      'typeof listenPrivate);',
      'typeof listenPrivate]);',
    )}</script>`;
  const server = createServer((request, response) => {
    const file = join(folder, 'node_modules', request.url ?? '');
    const isModule = file.endsWith('.js') && existsSync(file);
    response.setHeader('content-type', isModule ? 'text/javascript' : 'text/html');
    response.end(isModule ? readFileSync(file) : page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, close: () => void server.close() };
}

test('it runs in a browser as modules, without a build', async () => {
  const [site, browser] = await Promise.all([servePage(), openBrowser()]);
  try {
    const page = await browser.newPage();
    await page.goto(site.address);
    await page.waitForFunction("document.title !== ''");
    expect(await page.title()).toBe('true,function');
  } finally {
    await browser.close();
    site.close();
  }
});

/** Compile files of a stranger's own. @returns what is wrong with them, a line each. */
function complainAbout(files: readonly string[], resolution: readonly string[]): string[] {
  const compiler = join(root, 'node_modules/ts7/bin/tsc');
  const settings = [
    '--noEmit',
    '--singleThreaded',
    '--pretty',
    'false',
    '--strict',
    '--target',
    'es2024',
    '--lib',
    'es2024,dom,dom.iterable',
  ];
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
  const words = [compiler, ...settings, ...types, ...resolution, ...files];
  const { stdout } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
  return stdout.split('\n').filter((said) => said.includes('error'));
}

test.each([
  ['node16', ['--module', 'node16', '--moduleResolution', 'node16']],
  ['bundler', ['--module', 'esnext', '--moduleResolution', 'bundler']],
])('by %s its types tell a stranger what they get, and what is wrong', (_name, resolution) => {
  const right =
    'const rows: string[] = (await client.call(marketRoutes.tickers)).map((row) => row.last);';
  const wrong =
    'const rows: number[] = (await client.call(marketRoutes.tickers)).map((row) => row.last);';
  const head = PROGRAM.split('const answer')[0];
  const lines = { 'right.mts': right, 'wrong.mts': wrong };
  for (const [name, line] of Object.entries(lines)) {
    writeFileSync(join(folder, name), `${head}${line}\nexport { rows };\n`);
  }
  const examples = ['own-orders.mts', 'watch-market.mts'];
  for (const name of examples) {
    const installed = `node_modules/@isobath/sdk/examples/${name.replace('.mts', '.ts')}`;
    cpSync(join(folder, installed), join(folder, name));
  }
  expect(complainAbout([...Object.keys(lines), ...examples], resolution)).toEqual([
    expect.stringMatching(/^wrong\.mts.*Type 'string\[\]' is not assignable to type 'number\[\]'/),
  ]);
});

test('the program of its README runs and says what stands beside it', () => {
  const readme = readFileSync(join(folder, 'node_modules/@isobath/sdk/README.md'), 'utf8');
  const [, program = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
  const promised = [...program.matchAll(/console\.log\(.*?\); \/\/ (\w+)/g)].map(
    ([, said]) => said,
  );
  const file = join(folder, 'readme.mts');
  writeFileSync(file, program);
  const said = execFileSync(process.execPath, [file]).toString().trim().split('\n');
  expect(promised).toHaveLength(1);
  expect(said).toEqual(promised);
});

test('it carries manifest, README and examples', () => {
  const read = (name: string) =>
    readFileSync(join(folder, 'node_modules/@isobath/sdk', name), 'utf8');
  expect(JSON.parse(read('package.json'))).toMatchObject({
    description: expect.stringContaining('exchange'),
    license: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).license,
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
  });
  expect(read('README.md')).toContain('# sdk');
  expect(read('examples/watch-market.ts')).toContain('@isobath/sdk');
});
