import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { compareExternal, EXTERNAL_REFUSED, readExternal } from './external.ts';
import { streamA1, streamA100 } from './stream.ts';

const run = fileURLToPath(new URL('../run.ts', import.meta.url));
const sound = {
  name: 'liquibook',
  stream: 'A1',
  streamSha256: streamA1.sha256,
  tradeHash: streamA1.tradeHash,
  commandsPerSecond: 2_000_000,
};

describe('the document of an engine that ran elsewhere', () => {
  it('is read when it ran on the bytes of its stream', () => {
    expect(readExternal(JSON.stringify(sound), 'it')).toEqual(sound);
    const wide = {
      ...sound,
      stream: 'A100',
      streamSha256: streamA100.sha256,
      tradeHash: streamA100.tradeHash,
    };
    expect(readExternal(JSON.stringify(wide), 'it')).toEqual(wide);
  });

  it.each([
    ['other bytes', { streamSha256: 'f'.repeat(64) }, 'streamSha256 is not that of A1'],
    ['no hash', { streamSha256: 'b4a75049' }, 'streamSha256 is 64 hexadecimal digits'],
    ['the bytes of another stream', { streamSha256: streamA100.sha256 }, 'it ran on other bytes'],
    ['the name of another stream', { stream: 'A100' }, 'streamSha256 is not that of A100'],
    ['a stream nobody knows', { stream: 'A7' }, 'stream '],
    ['other trades', { tradeHash: 183_472_758 }, 'tradeHash is not that of A1, 183472759'],
    ['a hash that is no number', { tradeHash: '183472759' }, 'tradeHash '],
    ['a rate of nothing', { commandsPerSecond: 0 }, 'commandsPerSecond '],
    ['a rate as text', { commandsPerSecond: '2000000' }, 'commandsPerSecond '],
    ['no name', { name: '' }, 'name '],
    ['a field nobody knows', { rate: 1 }, 'rate'],
  ])('is refused for %s', (_, change, line) => {
    const text = JSON.stringify({ ...sound, ...change });
    expect(() => readExternal(text, 'it.json')).toThrow(line);
    expect(() => readExternal(text, 'it.json')).toThrow('it.json: ');
  });

  it('is refused when it is cut off', () => {
    expect(() => readExternal('{"name"', 'it.json')).toThrow('it.json: is no JSON');
  });

  it('is compared with the level of its name and stream', () => {
    const ratio = compareExternal({ ...sound, stream: 'A1' }, 8_000_000);
    expect(ratio).toEqual({ name: 'G1 core / liquibook, A1', value: 4, least: 4 });
    const other = compareExternal({ ...sound, stream: 'A1', name: 'mine' }, 8_000_000);
    expect(other).toEqual({ name: 'core / mine, A1', value: 4 });
  });

  it('stops the bench before anything is measured', () => {
    const folder = mkdtempSync(join(tmpdir(), 'isobath-external-'));
    try {
      const file = join(folder, 'other.json');
      writeFileSync(file, JSON.stringify({ ...sound, tradeHash: 1 }));
      const words = [run, 'core', '--external', file];
      const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
      expect({ status, stdout }).toEqual({ status: EXTERNAL_REFUSED, stdout: '' });
      expect(stderr).toContain('tradeHash is not that of A1');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
