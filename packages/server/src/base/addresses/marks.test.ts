import { expect, test } from 'vitest';
import { createMarks } from './index.ts';

const DAY_MS = 86_400_000;
let nowMs = 5 * DAY_MS;
const mark = createMarks('ab'.repeat(32), () => nowMs);
const guest = (ip: string) => mark({ ownerId: 0, ip }).toString('hex');

test('a line is one network, however many addresses and browsers it has', () => {
  expect(guest('2001:db8:1:2::7')).toBe(guest('2001:db8:1:2:ffff::9'));
  expect(guest('2001:db8:1:3::7')).not.toBe(guest('2001:db8:1:2::7'));
  expect(guest('::ffff:203.0.113.7')).toBe(guest('203.0.113.7'));
  expect(guest('203.0.113.8')).not.toBe(guest('203.0.113.7'));
});

test('a person is themselves wherever they are, and nobody is followed from day to day', () => {
  const owner = (ip: string) => mark({ ownerId: 7, ip }).toString('hex');
  expect(owner('203.0.113.7')).toBe(owner('203.0.113.8'));
  expect(owner('203.0.113.7')).not.toBe(guest('203.0.113.7'));
  const today = guest('203.0.113.7');
  nowMs += DAY_MS;
  expect(guest('203.0.113.7')).not.toBe(today);
  expect(
    createMarks('cd'.repeat(32), () => nowMs)({ ownerId: 7, ip: '' }).toString('hex'),
  ).not.toBe(owner(''));
});
