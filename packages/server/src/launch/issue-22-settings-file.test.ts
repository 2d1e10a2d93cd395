// Settings from a file, secret values from files of their own, and the check of all of it.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSecrets, listValues, readSettings } from '../base/config/index.ts';
import { checkConfiguration } from './check-configuration.ts';
import { launch } from './launcher.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'isobath-settings-'));
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}
const read = (text: string, environment: Record<string, string> = {}) =>
  readSettings({ ISOBATH_CONFIG: write('isobath.conf', text), ...environment }, folder);
const check = (environment: Record<string, string>) => checkConfiguration(environment, folder);

test('a file of lines or of JSON says the same, and the environment stands above it', () => {
  const lines = '# the door\nPORT = 5001\n\nHOST="127.0.0.5"\nISOBATH_FAUCET=\'off\'\n';
  const json = '{"PORT": 5001, "HOST": "127.0.0.5", "ISOBATH_FAUCET": "off"}';
  for (const text of [lines, json]) {
    expect(read(text)).toMatchObject({ port: 5001, host: '127.0.0.5', sandbox: { faucet: false } });
    // An empty variable counts as none.
    expect(read(text, { PORT: '5002', HOST: '' })).toMatchObject({ port: 5002, host: '127.0.0.5' });
  }
  expect(read('DATA_DIR=here').dataFolder).toBe(join(folder, 'here'));
});

test('a secret may stand in a file of its own, named from either place', () => {
  write('smtp', 'smtp://me:hidden@mail.example\n');
  expect(read('SMTP_URL_FILE=smtp').smtp?.url).toBe('smtp://me:hidden@mail.example');
  expect(read('', { SMTP_URL_FILE: join(folder, 'smtp') }).smtp?.url).toContain('hidden');
  expect(() => read('SMTP_URL_FILE=smtp\nSMTP_URL=smtp://x')).toThrow('both set');
  expect(() => read('SMTP_URL_FILE=none')).toThrow('cannot be read');
  expect(() => read(`DATABASE_URL_FILE=${write('empty', ' \n')}`)).toThrow('it is empty');
});

test('processes of one start are set alike, whatever the files say later', () => {
  write('smtp', 'smtp://me:hidden@mail.example');
  const file = write('isobath.conf', 'PORT=5001\nSMTP_URL_FILE=smtp');
  const environment = { ISOBATH_CONFIG: file, ISOBATH_FAUCET: 'off' };
  const before = readSettings(environment, folder);
  const given = { ...environment, ...listValues(environment, folder) };
  write('isobath.conf', 'PORT=');
  write('smtp', '');
  // They are given values and read no file.
  expect(readSettings(given, folder)).toEqual({ ...before, openFiles: [] });
});

test.each([
  ['PROT=1', 'no setting PROT (in '],
  ['ISOBATH_LOG_LEVL=warn', 'did you mean ISOBATH_LOG_LEVEL?'],
  ['database_url_file=x', 'did you mean DATABASE_URL_FILE?'],
  ['QUITE_ANOTHER_THING=1', 'remove it'],
  ['PORT', 'Line 1 of '],
  ['PORT=1\nPORT=2', 'PORT stands twice'],
  ['{"PORT": 1, "HOST": "a:\\"b", "PORT": 2}', 'PORT stands twice'],
  ['{"PORT": ', 'is not JSON'],
  ['{"PORT": [1]}', 'PORT must be a text or a number'],
])('a file with %o stops a start', (text, line) => {
  expect(() => read(text)).toThrow(line);
});

test('the check names every fault at once and shows no password', async () => {
  const { faults, settings } = await check({
    PORT: '0',
    HOST: '127.0.0.1',
    ISOBATH_MODE: 'live',
    ISOBATH_LOG_DAY: '3',
    DATABASE_URL: 'postgres://me:hidden@db.example:5433/x?password=hidden',
    SMTP_URL: 'ftp://me:hidden@mail.example',
  });
  for (const name of ['PORT=0', 'ISOBATH_MODE=live', 'SMTP_URL ', 'ISOBATH_LOG_DAYS?']) {
    expect(faults.filter((line) => line.includes(name))).toHaveLength(1);
  }
  expect(faults).toHaveLength(4);
  expect(JSON.stringify([faults, settings])).not.toContain('hidden');
  const url = settings.find(({ setting }) => setting === 'DATABASE_URL');
  expect(url).toMatchObject({ value: 'postgres://***@db.example:5433/x', from: 'environment' });
});

test('a start and the check refuse alike what production must not have', async () => {
  const dataFolder = join(folder, 'real');
  await createSecrets(dataFolder);
  const file = write('smtp', 'smtp://me:hidden@mail.example');
  const good = {
    ISOBATH_MODE: 'production',
    DATA_DIR: dataFolder,
    PUBLIC_URL: 'https://exchange.example',
    ISOBATH_SERVICE_USER: `${process.getuid?.() || 4_870}:${process.getgid?.() || 4_870}`,
    DATABASE_URL: 'postgres://me@127.0.0.1/x',
  };
  const cases: [Record<string, string>, RegExp][] = [
    [{ PUBLIC_URL: 'http://exchange.example' }, /^PUBLIC_URL=http:.* not usable in production/],
    [{ PUBLIC_URL: '', HOST: '0.0.0.0' }, /^PUBLIC_URL=http:\/\/0\.0\.0\.0:4870 is not usable/],
    [{ SMTP_URL_FILE: file }, /^SMTP_URL_FILE=.* everybody may read it: chmod 640/],
    [{ ISOBATH_SERVICE_USER: 'root' }, /^ISOBATH_SERVICE_USER=root is root: /],
    [{ DATABASE_URL: 'postgres://me@db.example/x?sslmode=prefer' }, /^DATABASE_URL is not an/],
  ];
  if (process.getuid?.() === 0) cases.push([{ ISOBATH_SERVICE_USER: '' }, /^In production root /]);
  chmodSync(file, 0o644);
  for (const [changed, line] of cases) {
    const environment = { ...good, ...changed };
    expect((await check(environment)).faults).toEqual([expect.stringMatching(line)]);
    await expect(refuseStart(environment)).rejects.toThrow(line);
  }
  chmodSync(file, 0o640);
  expect((await check({ ...good, SMTP_URL_FILE: file })).faults).toEqual([]);
  const text = 'ISOBATH_MODE=production\nSMTP_URL=smtp://me:hidden@mail.example\n';
  const open = await check({ ...good, ISOBATH_CONFIG: write('isobath.conf', text) });
  expect(open.faults).toEqual([expect.stringContaining('everybody may read it')]);
  expect((await check({ ...good, PUBLIC_URL: 'http://127.0.0.1:4870' })).faults).toEqual([]);
});

test('what a start refuses does not keep the tool from halting and backing up', () => {
  const open = write('open', 'smtp://me:hidden@mail.example');
  chmodSync(open, 0o644);
  const production = { ISOBATH_MODE: 'production', SMTP_URL_FILE: open };
  const urls = [{ PUBLIC_URL: 'http://exchange.example' }, { HOST: '0.0.0.0' }];
  for (const url of urls) {
    expect(readSettings({ ...production, ...url }, folder).openFiles).toEqual([
      `SMTP_URL_FILE=${open}`,
    ]);
  }
});

test('a file is open when it has a password and everybody can reach it', () => {
  const openFiles = (environment: Record<string, string>) =>
    readSettings(environment, folder).openFiles.length;
  const file = (text: string) => {
    const path = write('settings.conf', text);
    chmodSync(path, 0o644);
    return { ISOBATH_CONFIG: path };
  };
  expect(openFiles(file('SMTP_URL=smtp://127.0.0.1:25\nDATABASE_URL=postgres://me@h/x'))).toBe(0);
  expect(openFiles(file('SMTP_URL=smtp://me:hidden@127.0.0.1:25'))).toBe(1);
  const asked = file('DATABASE_URL=postgres://me@h/x?password=hidden');
  expect(openFiles(asked)).toBe(1);
  chmodSync(folder, 0o750);
  expect(openFiles(asked)).toBe(0);
});

/** What a start does first, without the rest of it. */
async function refuseStart(environment: Record<string, string>): Promise<void> {
  const settings = readSettings(environment, folder);
  const signal = new AbortController().signal;
  const steps = { run: async () => Promise.reject(new Error('begun')) };
  const plan = { settings, values: {}, migrations: [], children: [], preparations: [] };
  await launch(
    { ...plan, program: [], laterChildren: [], steps, notice: () => {}, onHopeless: () => {} },
    signal,
  );
}

test('the check follows what settings lead to, and production needs its secrets', async () => {
  const production = {
    ISOBATH_MODE: 'production',
    DATA_DIR: join(folder, 'real'),
    ...(process.getuid?.() === 0 ? { ISOBATH_SERVICE_USER: 'daemon' } : {}),
  };
  const missing = await check({ ...production, ISOBATH_FAUCET: 'on' });
  expect(missing.faults[0]).toContain('ISOBATH_FAUCET=on');
  await createSecrets(join(folder, 'real'));
  rmSync(join(folder, 'real', 'secrets', 'journal-key'));
  writeFileSync(join(folder, 'real', 'secrets', 'database-app'), 'short');
  const { faults } = await check({ ...production, ISOBATH_ADMIN_URL: 'http://office.example' });
  expect(faults.map((line) => /ADMIN_URL|journal-key|database-app/.exec(line)?.[0])).toEqual([
    'ADMIN_URL',
    'journal-key',
    'database-app',
  ]);
  expect((await check({ ISOBATH_REPLAY: 'none.csv' })).faults[0]).toContain('none.csv');
  const good = await check({});
  expect(good.faults).toEqual([]);
  const shown = Object.fromEntries(good.settings.map(({ setting, value }) => [setting, value]));
  expect(shown).toMatchObject({ PORT: '4870', ISOBATH_FAUCET: 'on', ISOBATH_LOG_DAYS: '30' });
});
