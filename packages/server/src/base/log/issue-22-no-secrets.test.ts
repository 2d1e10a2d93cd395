// Lines of logs: their form, and that no secret gets into one, whatever carried it.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { formatLine, hideSecrets, keepAddressSecret, keepSecret, log } from './index.ts';
import { openLogFile, reportError, setLogLevel } from './index.ts';

test('a line is one JSON document with time, level, process and request id', () => {
  const line = formatLine('error', 'two\nlines', { requestId: 'r-1', units: 5n });
  expect(line.split('\n')).toHaveLength(2);
  expect(JSON.parse(line)).toMatchObject({
    level: 'error',
    message: 'two\nlines',
    requestId: 'r-1',
    units: '5',
    pid: process.pid,
  });
  expect(JSON.parse(line)).toHaveProperty('process');
  expect(JSON.parse(line).time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
});

test('lines below the level are not written', () => {
  const written = vi.spyOn(console, 'error').mockImplementation(() => {});
  setLogLevel('warn');
  for (const level of ['debug', 'info', 'warn', 'error'] as const) log[level](level);
  setLogLevel('info');
  const levels = written.mock.calls.map(([line]) => JSON.parse(line as string).level as string);
  written.mockRestore();
  expect(levels).toEqual(['warn', 'error']);
});

const S = 'Xy7-SECRET-9z';
const key = 'aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xYzA1bC3dE5fG7hJ9kL1mN2pQ4rS6tU8vW';
test.each([
  [`GET https://user:${S}@mail.example/x`],
  [`connect postgres://owner:${S}@db:5432/x failed`],
  [`{"password":"${S}","email":"a@b.example"}`],
  [`password=${S}&next=/`],
  [`newPassword: ${S}, other: 1`],
  [`/api/v3/order?symbol=BTCUSDT&signature=${S}&timestamp=1`],
  [`Authorization: Bearer ${S}.abc`],
  [`cookie: session=${S}`],
  [`"x-mbx-apikey":"${S}"`],
  [`listenKey=${S}`],
  [`the key ${key} is unknown`.replace(key, `${S}${key}`)],
])('%o is written without its secret', (text) => {
  expect(hideSecrets(text)).not.toContain(S);
  expect(formatLine('info', text, { of: text, error: new Error(text) })).not.toContain(S);
});

test('what was read as a secret appears nowhere, and what is none stays', () => {
  const bare = '0f'.repeat(32);
  keepSecret(bare);
  keepAddressSecret('smtp://me:tea%2Dcup%2Dlid@mail.example');
  expect(hideSecrets(`bytes ${bare} tea-cup-lid tea%2Dcup%2Dlid`)).toBe('bytes *** *** ***');
  const hash = 'ab'.repeat(32);
  const kept = `step 81 of ${hash} at /hk-web/spot/orders, 550e8400-e29b-41d4-a716-446655440000`;
  expect(hideSecrets(kept)).toBe(kept);
});

test('an error brings its causes along, and not what libraries hang on it', () => {
  const written = vi.spyOn(console, 'error').mockImplementation(() => {});
  const error = Object.assign(new Error('outer', { cause: new Error(`token=${S}`) }), {
    code: '23505',
    detail: `Key (email)=(person@example.com) exists`,
  });
  reportError(error, 'r-2');
  const text = String(written.mock.calls[0]?.[0]);
  written.mockRestore();
  expect(JSON.parse(text)).toMatchObject({
    requestId: 'r-2',
    error: { name: 'Error', code: '23505', cause: { message: 'token=***' } },
  });
  expect(text).not.toMatch(/person@example\.com|SECRET/);
});

test('a log of its own is a file for its owner alone, whole after it was closed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'isobath-log-'));
  const file = openLogFile(join(folder, 'access.log'));
  for (let count = 0; count < 3; count += 1) file.write('answered', { count });
  file.close();
  const lines = readFileSync(join(folder, 'access.log'), 'utf8').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).count as number)).toEqual([0, 1, 2]);
  expect(statSync(join(folder, 'access.log')).mode & 0o777).toBe(0o600);
  rmSync(folder, { recursive: true });
});

test('a disk that is full loses lines and stops nobody', async () => {
  const published = vi.spyOn(console, 'error').mockImplementation(() => {});
  const file = openLogFile('/dev/full');
  file.write('answered', { password: S });
  file.close();
  expect(String(published.mock.calls[0]?.[0])).toContain('the end of a log is lost');
  published.mockRestore();
});
