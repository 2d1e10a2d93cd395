// The long form of port.test.ts: two hundred reorganisations on each node, shallow and deep.

import { expect, test } from 'vitest';
import { reorganiseAtRandom } from './reorganisations.ts';
import { openTrialBitcoin, openTrialEvm } from './testing.ts';

const plan = { rounds: 200, depthMax: 60, seed: 7 };

test.each([
  { name: 'Anvil', open: openTrialEvm },
  { name: 'bcoin', open: openTrialBitcoin },
])('two hundred reorganisations on $name end as the chain does', async ({ open }) => {
  const trial = await open();
  try {
    await reorganiseAtRandom(trial.chain, plan);
    const { height } = await trial.chain.port.readHead();
    await trial.chain.keeper.reorganise({ depth: 200 });
    expect((await trial.chain.port.readHead()).height).toBe(height + 1);
  } finally {
    await trial.close();
  }
});
