import { expect, test } from 'vitest';
import { checkIpList, countAs, countAsSite, findWideRange, isIpAllowed } from './index.ts';

test('addresses and ranges bind a key, mapped IPv4 included', () => {
  const list = ['203.0.113.7', '10.0.0.0/8', '2001:db8::/32'];
  expect(checkIpList(list)).toBeUndefined();
  expect(checkIpList(['10.0.0.0/33'])).toBe('10.0.0.0/33');
  expect(checkIpList(['example.com'])).toBe('example.com');
  expect(checkIpList(['fe80::1%eth0'])).toBe('fe80::1%eth0');
  expect(isIpAllowed([], '198.51.100.1')).toBe(true);
  for (const ip of ['203.0.113.7', '::ffff:203.0.113.7', '10.9.9.9', '2001:db8::1']) {
    expect(isIpAllowed(list, ip)).toBe(true);
  }
  for (const ip of ['203.0.113.8', '::ffff:11.0.0.1', '2001:db9::1', 'nonsense']) {
    expect(isIpAllowed(list, ip)).toBe(false);
  }
});

test.each([
  ['0.0.0.0/0', true],
  ['10.0.0.0/15', true],
  ['10.0.0.0/16', false],
  ['203.0.113.7', false],
  ['::/0', true],
  ['2001:db8::/31', true],
  ['2001:db8::/32', false],
  ['2001:db8::7', false],
  // All of IPv4, or too much of it, written as IPv6.
  ['::/32', true],
  ['::fffe:0:0/95', true],
  ['::ffff:0:0/96', true],
  ['::ffff:10.0.0.0/111', true],
  ['0:0:0:0:0:ffff:0a00:0000/112', false],
  ['no range', false],
] as const)('%s is too wide for /16 and /32: %s', (range, isWide) => {
  const least = { ipv4: 16, ipv6: 32 };
  expect(findWideRange(['203.0.113.8', range], least)).toBe(isWide ? range : undefined);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::2:0:0:0:1', '2001:db8:0:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])('%s counts as %s', (address, counted) => {
  expect(countAs(address)).toBe(counted);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2::7', '2001:db8:1::/48'],
  ['2001:db8::7', '2001:db8:0::/48'],
])('%s counts as %s where networks are cheap', (address, counted) => {
  expect(countAsSite(address)).toBe(counted);
});
