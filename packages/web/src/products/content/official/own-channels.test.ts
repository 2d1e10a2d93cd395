// What the checker calls ours: the brand file, what an operator set in its place, what he added.
import { brandAddress } from '@isobath/ui';
import type { OfficialChannel, SiteContact } from '@isobath/wire';
import { expect, test } from 'vitest';
import { listOwnChannels } from './own-channels.ts';

const origin = 'https://house.example:8443';
const valuesOf = (listed: readonly OfficialChannel[], contacts: readonly SiteContact[]) =>
  listOwnChannels(origin, listed, contacts).map(({ kind, value }) => `${kind} ${value}`);

test('without settings the boxes of the brand file are ours, and each address stands once', () => {
  const box = { kind: 'mail', value: brandAddress('service', 'house.example'), name: '' } as const;
  const values = valuesOf([box], []);
  expect(values).toContain('domain house.example:8443');
  expect(values.filter((each) => each === `mail ${box.value}`)).toHaveLength(1);
  expect(values.some((each) => each.startsWith('social'))).toBe(false);
});

test('an address that was set takes the place of the brand file’s', () => {
  const values = valuesOf(
    [],
    [
      { place: 'service', address: 'help@other.example' },
      { place: 'x', address: 'https://x.com/house' },
    ],
  );
  expect(values).toContain('mail help@other.example');
  expect(values).toContain('social https://x.com/house');
  expect(values).not.toContain(`mail ${brandAddress('service', 'house.example')}`);
});
