import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase } from '../../../base/db/testing.ts';
import { smallPng } from '../../../base/pictures/testing.ts';
import { migrations } from '../../../migrations.ts';
import { addPicture } from './pictures.ts';

let database: Awaited<ReturnType<typeof startTestDatabase>>;

beforeAll(async () => {
  database = await startTestDatabase({ migrations });
});
afterAll(async () => {
  await database?.stop();
});

test('of many pictures brought at once no more are kept than may wait', async () => {
  const content = smallPng.toString('base64');
  const picture = { ownerId: 1_000_001, type: 'image/png', content, nowMs: 5_000 } as const;
  const brought = await Promise.allSettled(
    Array.from({ length: 16 }, () => addPicture(database.app, picture)),
  );
  expect(brought.filter(({ status }) => status === 'fulfilled')).toHaveLength(12);
});
