import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandKind, decodeCommandBytes } from '@isobath/core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeCommands } from './write-commands.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'isobath-commands-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Kinds of the commands in a file, in order. */
function readKinds(path: string): number[] {
  const bytes = readFileSync(path);
  const kinds: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    const from = at + 4;
    at = from + bytes.readUInt32LE(at);
    kinds.push(decodeCommandBytes(bytes.subarray(from, at)).kind);
  }
  return kinds;
}

it('writes accounts and money, then the orders of the stream as its records say', () => {
  const path = join(folder, 'commands');
  const openingCount = writeCommands(path, 5000);
  const kinds = readKinds(path);
  expect(kinds).toHaveLength(openingCount + 5000);
  const orderKinds = new Set<number>([
    CommandKind.placeOrder,
    CommandKind.cancelOrder,
    CommandKind.cancelReplace,
  ]);
  expect(kinds.slice(0, openingCount).some((kind) => orderKinds.has(kind))).toBe(false);
  const orders = kinds.slice(openingCount);
  expect(orders.every((kind) => orderKinds.has(kind))).toBe(true);
  expect(new Set(orders)).toEqual(orderKinds);
});
