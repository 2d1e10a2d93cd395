import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findInstalled, findMachineFault } from './install.mjs';

const module = fileURLToPath(new URL('install.mjs', import.meta.url));
let folder: string;

const lock = (version: string) =>
  JSON.stringify({
    packages: {
      '': {},
      'node_modules/tool': { version },
      'node_modules/judge': { version, dev: true },
      'node_modules/other-platform': { version, optional: true },
    },
  });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'isobath-install-'));
  writeFileSync(join(folder, 'package-lock.json'), lock('1.0.0'));
  // Writes down what it was asked for; `fails` names the words it refuses.
  writeFileSync(
    join(folder, 'npm.js'),
    `const fs = require('node:fs');
     const words = process.argv.slice(2).filter((word) => !/^--(no-|loglevel)/.test(word));
     fs.appendFileSync('calls', words.join(' ') + '\\n');
     if (fs.existsSync('spoils')) fs.writeFileSync('package-lock.json', '{}');
     if (fs.existsSync('fails') && fs.readFileSync('fails', 'utf8').includes(words[0])) {
       console.error('npm could not'); process.exit(1);
     }
     setTimeout(() => fs.mkdirSync('node_modules', { recursive: true }), 200);`,
  );
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function install(kind: string): Promise<{ code: number | null; out: string }> {
  const program = `import { install } from ${JSON.stringify(module)};
    const options = { folder: ${JSON.stringify(folder)} };
    console.log('installed:', await install(${JSON.stringify(kind)}, options));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, npm_execpath: join(folder, 'npm.js') },
  });
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (out += chunk.toString()));
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, out }));
  });
}

function readCalls(): string[] {
  try {
    return readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');
  } catch {
    return [];
  }
}

test('what is installed is not installed again, and all satisfies production', async () => {
  expect((await install('production')).out).toContain('installed: true');
  expect((await install('production')).out).toContain('installed: false');
  expect((await install('all')).out).toContain('installed: true');
  expect((await install('production')).out).toContain('installed: false');
  expect(readCalls()).toEqual(['ci --omit=dev', 'install --include=dev']);
});

test('another lock file means another installation', async () => {
  await install('all');
  writeFileSync(join(folder, 'package-lock.json'), lock('2.0.0'));
  expect((await install('production')).out).toContain('installed: true');
  expect(readCalls()).toEqual(['ci --include=dev', 'ci --omit=dev']);
});

test('a tree that npm itself installed is taken as it is', async () => {
  const found = (packages: object) => {
    mkdirSync(join(folder, 'node_modules'), { recursive: true });
    writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }));
    return findInstalled(folder);
  };
  const version = '1.0.0';
  expect(found({ 'node_modules/tool': { version } })).toBe('production');
  expect(found({ 'node_modules/tool': { version: '0.9.0' } })).toBeUndefined();
  expect(found({ 'node_modules/tool': { version }, 'node_modules/judge': { version } })).toBe(
    'all',
  );
  expect((await install('all')).out).toContain('installed: false');
  expect(readCalls()).toEqual([]);
});

test('when npm ci trips, npm install does it, and the lock file stays as it was', async () => {
  writeFileSync(join(folder, 'fails'), 'ci');
  writeFileSync(join(folder, 'spoils'), '');
  expect((await install('production')).code).toBe(0);
  expect(readCalls()).toEqual(['ci --omit=dev', 'install --omit=dev']);
  expect(readFileSync(join(folder, 'package-lock.json'), 'utf8')).toBe(lock('1.0.0'));
});

test('when nothing helps, it says so in one line and is tried again next time', async () => {
  writeFileSync(join(folder, 'fails'), 'ci install');
  const { code, out } = await install('production');
  expect(code).toBe(1);
  expect(out.trim().split('\n').at(-1)).toMatch(/^Installing failed: /);
  rmSync(join(folder, 'fails'));
  expect((await install('production')).out).toContain('installed: true');
});

test('two starts at once install once', async () => {
  const answers = await Promise.all([install('production'), install('production')]);
  const words = answers.map(({ out }) => out.includes('installed: true')).toSorted();
  expect(words).toEqual([false, true]);
  expect(readCalls()).toEqual(['ci --omit=dev']);
});

test('another Node or another machine is named', () => {
  const machine = { version: 'v20.19.0', platform: 'linux', arch: 'x64' };
  expect(findMachineFault(machine)).toBeUndefined();
  expect(findMachineFault({ ...machine, version: 'v26.10.0' })).toBeUndefined();
  const report = (other: object) => {
    const { exitCode, line } = findMachineFault({ ...machine, ...other }) ?? {};
    return `${exitCode} ${line}`;
  };
  expect(report({ version: 'v20.18.3' })).toMatch(/^76 .* too old/);
  expect(report({ platform: 'darwin' })).toMatch(/^78 .* Linux x64 only/);
  expect(report({ arch: 'arm64' })).toMatch(/^78 .* arm64/);
});
