// What a person sees of a value becomes that value again, for every value there is.
import { type WebValueName, webValueNames, webValues } from '@isobath/wire';
import { expect, test } from 'vitest';
import { parseDraft, placeChoice, showDraft } from './value-drafts.ts';

const samples: Readonly<Record<WebValueName, unknown>> = {
  brand: { name: 'Fairlead', accent: 'aqua', picture: '0123456789abcdef0123456789abcdef' },
  appUrl: 'https://app.example',
  androidUrl: '',
  iosUrl: 'https://ios.example/get?x=1',
  backupWebsites: ['a.example', 'b.example'],
  alarmAddress: 'ops@house.test',
  travelFromUsdt: '0',
  partnerId: 'p-1',
  maintenanceEndsAtMs: Date.UTC(2026, 10, 21, 18, 30),
  maintenanceStartsAtMs: Date.UTC(2026, 10, 21, 17, 30),
  perpetualSymbol: 'btc',
  deliverySymbol: 'btc_d',
  recommendedMarkets: ['btc_usdt', 'eth_btc'],
  popularMarkets: [],
  rebateStatus: 3,
  kolIncentive: true,
  serviceLines: [3, 1],
  serviceScripts: [{ line: 1, address: 'https://chat.example/a.js', name: 'Chat' }],
  contacts: [
    { place: 'service', address: 'help@house.example' },
    { place: 'x', address: 'https://x.com/house' },
  ],
  officialChannels: [
    { kind: 'phone', value: '+1 555 0100', name: 'Desk' },
    { kind: 'domain', value: 'house.example', name: '' },
  ],
};

test.each(webValueNames)('%s comes back as it was, and may be set', (name) => {
  const { form, shape, first } = webValues[name];
  for (const value of [samples[name], first]) {
    expect(JSON.parse(parseDraft(form, showDraft(form, JSON.stringify(value))))).toEqual(value);
    expect(shape.safeParse(value).success).toBe(true);
  }
});

test('lines are what is between bars, without what is blank', () => {
  const { form } = webValues.officialChannels;
  const draft = '\n mail|a@b.example|Desk | night \n\nphone | 5550100\n';
  expect(JSON.parse(parseDraft(form, draft))).toEqual([
    { kind: 'mail', value: 'a@b.example', name: 'Desk | night' },
    { kind: 'phone', value: '5550100', name: '' },
  ]);
  expect(showDraft(form, '"not a list"')).toBe('');
});

test('a contact is a mail address or an https one, as its place wants it', () => {
  const { shape } = webValues.contacts;
  const isGood = (place: string, address: string) => shape.safeParse([{ place, address }]).success;
  expect(isGood('service', 'https://a.example')).toBe(false);
  expect(isGood('x', 'a@b.example')).toBe(false);
  expect(isGood('telegram', 'javascript:alert(1)')).toBe(false);
  expect(isGood('security', 'a@b.example')).toBe(false);
});

test('a choice moves to its new place, and none takes it away', () => {
  expect(placeChoice('3,2,1', 0, '1')).toBe('1,2,3');
  expect(placeChoice('3,2', 2, '1')).toBe('3,2,1');
  expect(placeChoice('3,2', 0, '')).toBe('2');
});
