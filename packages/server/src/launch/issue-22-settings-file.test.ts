// Settings from a file, secret values from files of their own, and the check of all of it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSecrets, listValues, readSettings } from '../base/config/index.ts';
import { checkConfiguration } from './check-configuration.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'isobath-settings-'))));
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
  expect(readSettings(given, folder)).toEqual(before);
});

test.each([
  ['PROT=1', 'no setting PROT (in '],
  ['ISOBATH_LOG_LEVL=warn', 'did you mean ISOBATH_LOG_LEVEL?'],
  ['database_url_file=x', 'did you mean DATABASE_URL_FILE?'],
  ['QUITE_ANOTHER_THING=1', 'remove it'],
  ['PORT', 'Line 1 of '],
  ['PORT=1\nPORT=2', 'PORT stands twice'],
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

test('the check follows what settings lead to, and production needs its secrets', async () => {
  const production = { ISOBATH_MODE: 'production', DATA_DIR: join(folder, 'real') };
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
