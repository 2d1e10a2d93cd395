// The prepared data folder when many ask for it at once. What is in it: tools/start.test.ts.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { copyPreparedFolder } from './fixture/prepared-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'isobath-prepared-'));
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

it('is made once, and whoever looked just before its end takes it too', async () => {
  let madeCount = 0;
  for (let round = 0; round < 20; round += 1) {
    vi.stubEnv('ISOBATH_PREPARED_FOLDER', join(folder, `prepared-${round}`));
    const askers = Array.from({ length: 12 }, async (_, place) => {
      const own = join(folder, `own-${round}-${place}`);
      await mkdir(own);
      // They come at all moments of the making.
      for (let turn = 0; turn < place; turn += 1) await new Promise(setImmediate);
      await copyPreparedFolder(own, async (making) => {
        madeCount += 1;
        await writeFile(join(making, 'data'), 'whole');
      });
      expect(readFileSync(join(own, 'data'), 'utf8')).toBe('whole');
    });
    await Promise.all(askers);
  }
  expect(madeCount).toBe(20);
});
