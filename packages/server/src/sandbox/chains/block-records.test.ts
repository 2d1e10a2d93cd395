import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BlockRecords } from './block-records.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'isobath-blocks-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('blocks given up are gone with those that follow in the same line, or not at all', () => {
  const path = join(folder, 'blocks');
  const records = new BlockRecords(path);
  const block = (height: number, hash: string) => ({ height, hash });
  records.save([block(1, 'a'), block(2, 'b'), block(3, 'c')]);
  records.save([block(2, 'd'), block(3, 'e'), block(4, 'f')], 1);
  records.close();
  // A kill while it was written.
  appendFileSync(path, '{"backTo":1}\t{"height":2,"ha');
  const read = new BlockRecords(path);
  expect(read.blocks.map(({ hash }) => hash)).toEqual(['a', 'd', 'e', 'f']);
  expect(read.above(2).map(({ hash }) => hash)).toEqual(['e', 'f']);
  read.save([block(5, 'g')]);
  read.close();
  const again = new BlockRecords(path);
  expect(again.last).toEqual(block(5, 'g'));
  again.close();
});
