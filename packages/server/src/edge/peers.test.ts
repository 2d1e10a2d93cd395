import { expect, test } from 'vitest';
import { createPeers } from './peers.ts';

const peers = createPeers(['10.0.0.0/8', '127.0.0.2', '2001:db8::/48']);
const from = (remoteAddress: string, headers: Record<string, string> = {}) => ({
  headers,
  socket: { remoteAddress },
});

test.each([
  ['a stranger says what they like', '198.51.100.9', '203.0.113.7', '198.51.100.9'],
  ['one proxy', '10.1.1.1', '203.0.113.7', '203.0.113.7'],
  ['what the caller wrote themselves stays out', '10.1.1.1', '1.1.1.1, 203.0.113.7', '203.0.113.7'],
  ['two proxies', '127.0.0.2', '1.1.1.1, 203.0.113.7, 10.2.2.2', '203.0.113.7'],
  ['a proxy on a socket of both families', '::ffff:10.1.1.1', '203.0.113.7', '203.0.113.7'],
  ['IPv6 in brackets, with a port', '2001:db8::1', '[2001:db8:5::7]:443', '2001:db8:5::7'],
  ['IPv4 with a port', '10.1.1.1', '203.0.113.7:5123', '203.0.113.7'],
  ['all of them proxies', '10.1.1.1', '10.3.3.3', '10.3.3.3'],
  ['nonsense ends the way back', '10.1.1.1', '203.0.113.7, unknown', '10.1.1.1'],
  ['a proxy that says nothing', '10.1.1.1', '', '10.1.1.1'],
])('%s', (_name, remote, forwarded, caller) => {
  const headers: Record<string, string> = forwarded === '' ? {} : { 'x-forwarded-for': forwarded };
  expect(peers.readAddress(from(remote, headers))).toBe(caller);
});

test('local is this machine without a proxy, named or not', () => {
  expect(peers.isLocal(from('127.0.0.1'))).toBe(true);
  expect(peers.isLocal(from('::ffff:127.0.0.1'))).toBe(true);
  expect(peers.isLocal(from('127.0.0.2'))).toBe(false);
  expect(createPeers(['127.0.0.0/8']).isLocal(from('127.0.0.1'))).toBe(false);
  expect(peers.isLocal(from('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }))).toBe(false);
  expect(peers.isLocal(from('127.0.0.1', { forwarded: 'for=127.0.0.1' }))).toBe(false);
  expect(peers.isLocal(from('10.1.1.1', { 'x-forwarded-for': '127.0.0.1' }))).toBe(false);
});

test('only a named proxy says whether the caller came by https', () => {
  const https = { 'x-forwarded-proto': 'https' };
  expect(peers.isSecure(from('10.1.1.1', https))).toBe(true);
  expect(peers.isSecure(from('10.1.1.1', { 'x-forwarded-proto': 'https, http' }))).toBe(false);
  expect(peers.isSecure(from('198.51.100.9', https))).toBeUndefined();
  expect(peers.isSecure(from('10.1.1.1'))).toBeUndefined();
});
