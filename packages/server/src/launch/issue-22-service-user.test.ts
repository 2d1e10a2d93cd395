import { spawnSync } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSettings } from '../base/config/index.ts';
import { findServiceUser } from './service-user.ts';

let folder: string;

beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'isobath-user-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const ROOT = 0;
const elsewhere = 'postgres://db.example/venue';
const production = {
  mode: 'production',
  serviceUser: undefined,
  databaseUrl: elsewhere,
} as const;

test('root starts nothing in production without a user of its own; a sandbox may', () => {
  const configuration = { exitCode: 78 };
  expect(() => findServiceUser(production, ROOT)).toThrow(/^In production root starts nothing/);
  expect(() => findServiceUser(production, ROOT)).toThrow(expect.objectContaining(configuration));
  expect(findServiceUser({ ...production, mode: 'sandbox' }, ROOT)).toBeUndefined();
  expect(findServiceUser(production, 4_870)).toBeUndefined();
});

test.each([
  ['root', /is root: /],
  ['0:4870', /is root: /],
  ['4870:0', /is root: /],
  ['65534:65534', /is shared by others: /],
  ['no-such-user-here', /is no user of this machine: /],
  // initdb asks for the name of who runs it.
  ['48700487:4870', /has no name on this machine/],
])('the user %s is refused', (serviceUser, line) => {
  for (const mode of ['sandbox', 'production'] as const) {
    const settings = { mode, serviceUser, databaseUrl: undefined };
    expect(() => findServiceUser(settings, ROOT)).toThrow(line);
  }
});

test('a user is known by name and by number, and only root becomes another one', () => {
  const { username, uid, gid } = userInfo();
  const own = { ...production, serviceUser: `${uid}:${gid}` };
  const other = { ...production, serviceUser: '4870:4870' };
  expect(findServiceUser(other, ROOT)).toEqual({ name: '4870:4870', uid: 4_870, gid: 4_870 });
  expect(() => findServiceUser(other, 4_871)).toThrow('only root can become it');
  if (uid !== ROOT) {
    expect(findServiceUser(own)).toBeUndefined();
    expect(findServiceUser({ ...own, serviceUser: username }, ROOT)).toMatchObject({ uid, gid });
  }
  for (const text of ['a b', '-u', '4870', '../x', 'A;b']) {
    expect(() => readSettings({ ISOBATH_SERVICE_USER: text })).toThrow('ISOBATH_SERVICE_USER');
  }
});

const entry = fileURLToPath(new URL('service-user.ts', import.meta.url));

/** What a process of root's that becomes the user can do then. */
const script = (dataFolder: string, closed: string) => `
  import { spawnSync } from 'node:child_process';
  import { readFileSync, writeFileSync } from 'node:fs';
  import { becomeServiceUser } from ${JSON.stringify(entry)};
  const user = { name: 'test', uid: 4870, gid: 4871 };
  await becomeServiceUser(user, ${JSON.stringify(dataFolder)}, []);
  const fails = (work) => { try { work(); return ''; } catch (error) { return error.code; } };
  writeFileSync(${JSON.stringify(join(dataFolder, 'fresh'))}, '');
  console.log(JSON.stringify({
    ids: [process.getuid(), process.geteuid(), process.getgid(), process.getegid()],
    groups: process.getgroups(),
    child: String(spawnSync('id', ['-u']).stdout).trim(),
    back: fails(() => process.setuid(0)),
    closed: fails(() => readFileSync(${JSON.stringify(closed)})),
    own: fails(() => readFileSync(${JSON.stringify(join(dataFolder, 'secrets', 'key'))})),
  }));`;

test('root becomes the user for good, with the data folder and with nothing of others', () => {
  // Nobody else can become another: there is nothing to be given up then.
  if (process.getuid?.() !== ROOT) return expect(findServiceUser(production)).toBeUndefined();
  const dataFolder = join(folder, 'data');
  const closed = join(folder, 'closed');
  mkdirSync(join(dataFolder, 'secrets'), { recursive: true, mode: 0o700 });
  writeFileSync(join(dataFolder, 'secrets', 'key'), 'x', { mode: 0o600 });
  writeFileSync(closed, 'x', { mode: 0o600 });
  linkSync(closed, join(dataFolder, 'second-name'));
  symlinkSync(closed, join(dataFolder, 'link'));
  spawnSync('chmod', ['755', folder]);
  const file = join(folder, 'become.ts');
  writeFileSync(file, script(dataFolder, closed));
  const { stdout, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
  expect(JSON.parse(stdout || JSON.stringify({ stderr }))).toEqual({
    ids: [4_870, 4_870, 4_871, 4_871],
    groups: [4_871],
    child: '4870',
    back: 'EPERM',
    closed: 'EACCES',
    own: '',
  });
  expect(statSync(closed).uid).toBe(ROOT);
  expect(statSync(join(dataFolder, 'fresh')).uid).toBe(4_870);
});
