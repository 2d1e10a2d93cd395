import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSecrets, findMissingSecrets, readSecrets } from './secrets.ts';
import { readSettings } from './settings.ts';

const read = (environment: Record<string, string>) => readSettings(environment, '/install');

test('without any setting: sandbox on the own machine, data beside the program', () => {
  expect(read({ PORT: '', HOST: '' })).toEqual({
    mode: 'sandbox',
    openFiles: [],
    host: '127.0.0.1',
    port: 4870,
    dataFolder: '/install/data',
    databaseUrl: undefined,
    publicUrl: 'http://127.0.0.1:4870',
    statedUrl: '',
    trustedProxies: [],
    canSignIn: true,
    smtp: undefined,
    sandbox: { liquidity: true, faucet: true, outbox: true, chains: true },
    isWarmedUp: true,
    serviceHosts: [],
    reference: { source: 'walk', url: '', candleFiles: [], playSpeed: 1 },
    logs: {
      level: 'info',
      bytesMax: 8 * 1024 * 1024,
      filesCountMax: 14,
      daysMax: 30,
      hasAccess: false,
      hasSecurity: true,
    },
    backups: { folder: undefined, everyHours: 24, keptCount: 7 },
  });
});

test('browsers keep a session on https and on the own machine only', () => {
  expect(read({ HOST: '0.0.0.0' }).canSignIn).toBe(false);
  expect(read({ HOST: '192.168.1.5', PUBLIC_URL: 'http://x.example' }).canSignIn).toBe(false);
  const behindProxy = read({ HOST: '0.0.0.0', PUBLIC_URL: 'https://x.example/' });
  expect(behindProxy).toMatchObject({
    canSignIn: true,
    publicUrl: 'https://x.example',
    statedUrl: 'https://x.example',
  });
  expect(read({ HOST: '::1' })).toMatchObject({ canSignIn: true, publicUrl: 'http://[::1]:4870' });
});

test.each([
  [{ PORT: 'x' }, 'PORT=x is not usable (must be a whole number from 1 to 65535)'],
  [{ PORT: '0' }, 'PORT=0'],
  [{ PORT: '65536' }, 'PORT=65536'],
  [{ PORT: '1e3' }, 'PORT=1e3'],
  [{ PORT: '-1' }, 'PORT=-1'],
  [{ ISOBATH_MODE: 'live' }, 'ISOBATH_MODE=live'],
  [{ PUBLIC_URL: 'ftp://x' }, 'PUBLIC_URL=ftp://x'],
  [{ TRUSTED_PROXIES: '10.0.0.1, proxy.lan' }, 'TRUSTED_PROXIES=10.0.0.1, proxy.lan'],
  [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES=10.0.0.0/33'],
  [{ TRUSTED_PROXIES: '0.0.0.0/0' }, 'TRUSTED_PROXIES=0.0.0.0/0'],
  [{ ISOBATH_FAUCET: 'yes' }, 'ISOBATH_FAUCET=yes'],
  [{ ISOBATH_WARM_UP: 'no' }, 'ISOBATH_WARM_UP=no'],
  [{ ISOBATH_SERVICE_HOSTS: '*.example.com' }, 'ISOBATH_SERVICE_HOSTS=*.example.com'],
  [{ ISOBATH_MODE: 'production', ISOBATH_LIQUIDITY: 'on' }, 'ISOBATH_LIQUIDITY=on'],
  [{ ISOBATH_MODE: 'production', ISOBATH_CHAINS: 'on' }, 'ISOBATH_CHAINS=on'],
  [{ ISOBATH_LOG_DAYS: '0' }, 'ISOBATH_LOG_DAYS=0 is not usable (must be a whole number from 1'],
  [{ ISOBATH_BACKUP_DIR: 'data/b' }, 'ISOBATH_BACKUP_DIR=/install/data/b is not usable (it lies'],
  [{ ISOBATH_REPLAY_SPEED: 'fast' }, 'ISOBATH_REPLAY_SPEED=fast is not usable (must be a number'],
  [
    { ISOBATH_REPLAY_SPEED: '0' },
    'ISOBATH_REPLAY_SPEED=0 is not usable (must be a number above 0)',
  ],
  [
    { ISOBATH_MODE: 'production', ISOBATH_REPLAY: 'a.csv' },
    'ISOBATH_REPLAY=a.csv is for the sandbox',
  ],
])('%o is refused by name', (environment, name) => {
  expect(() => read(environment as Record<string, string>)).toThrow(name);
});

test('files of candles are listed with commas', () => {
  const environment = { ISOBATH_REPLAY: '/a.csv, b.csv.gz', ISOBATH_REPLAY_SPEED: '0.5' };
  const played = { candleFiles: ['/a.csv', 'b.csv.gz'], playSpeed: 0.5 };
  expect(read(environment).reference).toMatchObject(played);
});

test('proxies are listed with commas or spaces', () => {
  const list = ['10.0.0.2', '2001:db8::/48', '127.0.0.2'];
  expect(read({ TRUSTED_PROXIES: '10.0.0.2, 2001:db8::/48 127.0.0.2' }).trustedProxies).toEqual(
    list,
  );
});

test('the password of DATABASE_URL is not shown when it is wrong', () => {
  expect(() => read({ DATABASE_URL: 'mysql://me:hidden@host/x' })).toThrow(/^DATABASE_URL /);
  expect(() => read({ DATABASE_URL: 'mysql://me:hidden@host/x' })).not.toThrow(/hidden/);
});

test('the back office may have an address of its own, over https or on this machine', () => {
  const read = (url: string, more = {}) =>
    readSettings({ PUBLIC_URL: 'https://x.example', ISOBATH_ADMIN_URL: url, ...more }).officeUrl;
  expect(read('https://office.example/')).toBe('https://office.example');
  expect(read('https://x.example:8443')).toBe('https://x.example:8443');
  expect(read('http://localhost:4870')).toBe('http://localhost:4870');
  expect(readSettings({}).officeUrl).toBeUndefined();
  for (const url of [
    'https://x.example',
    'http://office.example',
    'https://o.example/x',
    'office',
  ]) {
    expect(() => read(url)).toThrow('ISOBATH_ADMIN_URL');
  }
});

test('secrets are made once, for us alone, and never replaced', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'isobath-secrets-'));
  expect(await createSecrets(folder)).toHaveLength(4);
  const secrets = await readSecrets(folder);
  expect(secrets['journal-key']).toMatch(/^[0-9a-f]{64}$/);
  expect((await stat(join(folder, 'secrets', 'journal-key'))).mode & 0o777).toBe(0o600);
  expect(await createSecrets(folder)).toEqual([]);
  await rm(join(folder, 'secrets', 'credential-key'));
  expect(await findMissingSecrets(folder)).toEqual(['credential-key']);
  await expect(readSecrets(folder)).rejects.toMatchObject({ exitCode: 78 });
  expect(await createSecrets(folder)).toEqual(['credential-key']);
  expect((await readSecrets(folder))['journal-key']).toBe(secrets['journal-key']);
  await writeFile(join(folder, 'secrets', 'database-app'), 'short');
  await expect(readSecrets(folder)).rejects.toThrow('64 hexadecimal');
  expect(await readFile(join(folder, 'secrets', 'database-app'), 'utf8')).toBe('short');
  await rm(folder, { recursive: true });
});
