import { expect, test } from 'vitest';
import { createDrawPast } from './simulated-past.ts';

const reference = { source: 'walk', url: '', candleFiles: [], playSpeed: 1 };
const sandbox = { liquidity: true, faucet: true, outbox: true, chains: false };

test('only traders who go on from a past by the walk have one', () => {
  expect(createDrawPast({ sandbox, reference })).toBeTypeOf('function');
  const others = [
    { sandbox: { ...sandbox, liquidity: false }, reference },
    { sandbox, reference: { ...reference, candleFiles: ['BTCUSDT.csv'] } },
    { sandbox, reference: { ...reference, source: 'ccxt:one' } },
  ];
  for (const settings of others) expect(createDrawPast(settings)).toBeUndefined();
});
