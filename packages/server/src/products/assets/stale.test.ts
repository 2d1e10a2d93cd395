// What one owns is read after the step that is asked for is in the tables, and not before.
import { assetsRoutes } from '@isobath/wire';
import { expect, test } from 'vitest';
import { createMarketRegistry } from '../../base/market/index.ts';
import { type CallContext, refuse } from '../../base/product/index.ts';
import { type AssetsParts, createAssetsRoutes } from './routes.ts';

/** Parts that nothing may be read from: the tables are at step 6. */
const parts = {
  markets: createMarketRegistry(),
  async waitForStored(sequence: number) {
    if (sequence > 6) throw refuse('behind');
    throw new Error('read');
  },
} as unknown as AssetsParts;

const handlers = createAssetsRoutes(parts);

test.each([
  ['balances', assetsRoutes.spotAssets],
  ['the overview', assetsRoutes.overview],
  ['the change', assetsRoutes.change],
  ['movements', assetsRoutes.moves],
])('%s wait for the tables', async (_name, route) => {
  const handler = handlers.find((one) => one.route === route);
  const ask = async (minSeq: string) =>
    handler?.handle({ caller: { ownerId: 7 }, query: { minSeq } } as unknown as CallContext);
  await expect(ask('7')).rejects.toMatchObject({ word: 'behind' });
  await expect(ask('6')).rejects.toThrow('read');
});
