// What the checker calls ours: the brand file, what an operator set in its place, what they added.
import { brandAddress } from '@isobath/ui';
import type { DownloadConfig, OfficialChannel, SiteContact } from '@isobath/wire';
import { expect, test } from 'vitest';
import { checkChannel } from './check.ts';
import { listOwnChannels } from './own-channels.ts';

const origin = 'https://house.example:8443';
const none: DownloadConfig = { appUrl: '', androidUrl: '', iosUrl: '', backupWebsites: [] };
const listAll = (
  listed: readonly OfficialChannel[],
  contacts: readonly SiteContact[],
  downloads = none,
) => listOwnChannels(origin, listed, { contacts, downloads });
const valuesOf = (...all: Parameters<typeof listAll>) =>
  listAll(...all).map(({ kind, value }) => `${kind} ${value}`);

test('without settings the boxes of the brand file are ours, and each address stands once', () => {
  const box = { kind: 'mail', value: brandAddress('service'), name: '' } as const;
  const values = valuesOf([box], []);
  expect(values).toContain('domain house.example:8443');
  const unsaid = listOwnChannels('', [], { contacts: [], downloads: none });
  expect(unsaid.filter(({ kind }) => kind === 'domain')).toEqual([]);
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
  expect(values).not.toContain(`mail ${brandAddress('service')}`);
});

test('other domains and apps are ours; an app at a store makes no store ours', () => {
  const channels = listAll([], [], {
    appUrl: 'https://house.example:8443/app.apk',
    androidUrl: 'https://store.example/apps/details?id=house',
    iosUrl: '',
    backupWebsites: ['one.example', 'https://two.example:444', 'not a name'],
  });
  const judge = (text: string) => checkChannel(text, channels).kind;
  expect(judge('https://one.example/en_US/login')).toBe('official');
  expect(judge('two.example:444')).toBe('official');
  expect(judge('https://house.example:8443/en_US/')).toBe('official');
  expect(judge('https://store.example/apps/details?id=house')).toBe('official');
  expect(judge('https://store.example/apps/details?id=thief')).not.toBe('official');
  expect(judge('https://store.example')).not.toBe('official');
});
