import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { chainNodesFile, localChainFiles, readChainNodes } from './index.ts';

let dataFolder: string;
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'isobath-nodes-'));
  mkdirSync(dirname(chainNodesFile(dataFolder)), { recursive: true });
});

const read = () => readChainNodes({ dataFolder, mode: 'production' });
function write(value: unknown, mode = 0o600): void {
  const path = chainNodesFile(dataFolder);
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
  chmodSync(path, mode);
}

test('a production has two nodes of each network, or one of its own', () => {
  expect(read()).toEqual({});
  write({
    1: { urls: ['https://one.example/key', 'https://two.example'] },
    2: { urls: ['http://name:word@127.0.0.1:8332'], isOwnNode: true },
  });
  expect(read()[1]?.urls).toEqual(['https://one.example/key', 'https://two.example']);
  expect(read()[2]?.urls).toHaveLength(1);
});

test('one node of somebody else, the same host twice and a file for all are refused', () => {
  const secret = 'https://one.example/very-secret-key';
  for (const [value, said] of [
    [{ 1: { urls: [secret] } }, /two urls, or isOwnNode/],
    [{ 1: { urls: [secret, 'https://one.example/other'] } }, /different hosts/],
    [{ 1: { urls: [] } }, /not usable/],
    [{ 1: { urls: ['ftp://one.example', 'https://two.example'] } }, /not usable/],
    [{ main: { urls: [secret], isOwnNode: true } }, /not usable/],
    [{ 1: { urls: [secret], isOwnNode: true, other: 1 } }, /not usable/],
    ['{', /is no JSON/],
  ] as const) {
    write(value);
    expect(read).toThrow(said);
    // What is wrong is said without the address: its key would stand in the log.
    expect(read).not.toThrow(/very-secret/);
  }
  write({ 1: { urls: [secret], isOwnNode: true } }, 0o644);
  expect(read).toThrow(/can be read by others/);
});

test('a sandbox asks its own chains alone, a production never does', () => {
  writeFileSync(localChainFiles(dataFolder).endpoints, '{"101":"http://127.0.0.1:1"}');
  expect(readChainNodes({ dataFolder, mode: 'sandbox' })).toEqual({
    101: { urls: ['http://127.0.0.1:1'] },
  });
  expect(read()).toEqual({});
});
