import { expect, it } from 'vitest';
import { clearFilters, listInForce, readFilter, type RecordFilter } from './filters.ts';

const side: RecordFilter = {
  name: 'side',
  label: 'Side',
  kind: 'row',
  options: [
    { value: 'buy', label: 'Buy' },
    { value: 'sell', label: 'Sell' },
  ],
};
const days: RecordFilter = { name: 'days', label: 'Time', options: [{ value: '7', label: '7 d' }] };

it('reads a filter from the address, and nothing from what it misspells', () => {
  expect(readFilter(side, new URLSearchParams('side=sell'))?.label).toBe('Sell');
  expect(readFilter(side, new URLSearchParams('side=both'))).toBeUndefined();
  expect(readFilter(side, new URLSearchParams(''))).toBeUndefined();
});

it('lists what hides something, in the order of the controls', () => {
  const params = new URLSearchParams('days=7&side=buy&tab=open');
  expect(listInForce([side, days], params)).toEqual([
    { name: 'side', value: 'buy', label: 'Buy' },
    { name: 'days', value: '7', label: 'Time: 7 d' },
  ]);
});

it('takes away its own filters and leaves the rest of the address', () => {
  const params = new URLSearchParams('tab=fills&side=buy&days=7&sort=price.up');
  clearFilters([side, days], params);
  expect(params.toString()).toBe('tab=fills&sort=price.up');
});
