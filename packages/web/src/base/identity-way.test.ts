import { expect, test } from 'vitest';
import { addWayBack, identityAddress, readWayBack } from './identity-way.ts';

const readAt = (address: string) => readWayBack(new URL(address, 'https://x.invalid').searchParams);

test('the way back goes along, through a form too', () => {
  const from = '/en_US/assetManagement/extract?name=52&a=b';
  expect(readAt(identityAddress('en_US', from))).toBe(from);
  expect(readAt(addWayBack('/en_US/personVerified/?level=company', from))).toBe(from);
  expect(addWayBack('/en_US/personVerified/', null)).toBe('/en_US/personVerified/');
});

test.each(['https://elsewhere.example/', '//elsewhere.example', '/nowhere', ''])(
  'no way leads to %s',
  (to) => {
    expect(readAt(identityAddress('en_US', to))).toBeNull();
  },
);
