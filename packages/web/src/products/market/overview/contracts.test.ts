import { expect, test } from 'vitest';
import { joinContracts } from './contracts.ts';

test('what is told of a contract stands in its row, the rest is unknown', () => {
  const listed = [
    { contractCode: 'eth', contractType: 'perpetual' },
    { contractCode: 'btc', contractType: 'perpetual' },
  ];
  const rows = joinContracts({
    listed,
    interest: [{ contractCode: 'btc', openInterest: '12.5' }],
    funding: [{ contractCode: 'btc', fundingRate: '-0.01', nextAt: 1 }],
    forced: [{ contractCode: 'eth', longUsdt: '7', shortUsdt: '0' }],
  });
  expect(rows).toEqual([
    { code: 'eth', openInterest: null, fundingRate: null, longUsdt: '7', shortUsdt: '0' },
    { code: 'btc', openInterest: '12.5', fundingRate: '-0.01', longUsdt: null, shortUsdt: null },
  ]);
  expect(joinContracts({ listed: [], interest: [], funding: [], forced: [] })).toEqual([]);
});
