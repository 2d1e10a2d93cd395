// Deposits over reorganisations and kills at length: on each node ten of both, two scanners at a
// time, with a cut at every statement of a scanner. In short: testing/on-chains/deposits.ts.
import { expect, test } from 'vitest';
import { openTrialBitcoin, openTrialEvm } from './sandbox/chains/testing.ts';
import { coins, startDepositFixture } from './testing/deposit-fixture.ts';
import { CUT_POINTS, makeDepositSteps, reorganiseAndKill } from './testing/deposit-steps.ts';

const nodes = [
  {
    name: 'Anvil',
    coin: coins.ETH[0],
    raw: 9_007_199_254_740_993n,
    open: async () => {
      const { chain, local, close } = await openTrialEvm();
      const { genesisHash, tokens } = local;
      return { chain, close, listed: { genesisHash, tokens } };
    },
  },
  {
    name: 'bcoin',
    coin: coins.BTC[0],
    raw: 1_234_567n,
    open: async () => {
      const { chain, local, close } = await openTrialBitcoin();
      return { chain, close, listed: { genesisHash: local.genesisHash, tokens: [] } };
    },
  },
] as const;

test.each(nodes)('ten reorganisations and ten kills on $name', async ({ open, coin, raw }) => {
  const { chain, close, listed } = await open();
  try {
    const fixture = await startDepositFixture({ chain, ...listed });
    try {
      const steps = makeDepositSteps(fixture, chain);
      await reorganiseAndKill({ fixture, chain, steps, coin, raw }, CUT_POINTS);
      expect(fixture.countCuts()).toBe(CUT_POINTS.length);
    } finally {
      await fixture.stop();
    }
  } finally {
    await close();
  }
});
