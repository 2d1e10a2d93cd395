// The checker says yes only to what is exactly ours, calls copies by their name, and is never
// fooled into a yes.
import type { OfficialChannel } from '@isobath/wire';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkChannel } from './check.ts';

const own: readonly OfficialChannel[] = [
  { kind: 'domain', value: 'isobath.example', name: '' },
  { kind: 'domain', value: 'www.isobath.example:4870', name: '' },
  { kind: 'mail', value: 'service@isobath.example', name: '' },
  { kind: 'phone', value: '+49 30 1234567', name: 'Desk' },
  { kind: 'social', value: 'https://x.com/isobath_exchange', name: 'X' },
  { kind: 'social', value: 'https://t.me/isobath_news', name: 'Telegram' },
];
const judge = (text: string) => checkChannel(text, own).kind;

test.each([
  'isobath.example',
  'ISOBATH.example.',
  ' https://isobath.example/en_US/login?x=1 ',
  'http://www.isobath.example:4870/',
  'service@isobath.example',
  'Service@Isobath.Example',
  'mailto:service@isobath.example',
  'Isobath <service@isobath.example>',
  '+49 (30) 123-4567',
  '0049 30 1234567',
  'https://x.com/isobath_exchange',
  'x.com/Isobath_Exchange/status/1',
  't.me/isobath_news',
])('%s is ours', (text) => {
  expect(judge(text)).toBe('official');
});

test.each([
  'isobаth.example',
  'ѕervice@isobath.example',
  'is0bath.example',
  'lsobath.example',
  'isobath-support.com',
  'www.isobath.example%2e:4870',
  'https://isobath.%65xample/',
  'isobath.example.evil.com',
  'help.isobath.example',
  'https://isobath.example@evil.com/',
  'https://evil.com/isobath.example',
  'service@isobath.example.evil.com',
  'service@isobaht.example',
  'service2@isobath.example',
  'isobath.exampIe',
  'iso\u200bbath.example',
  'isobath.example\u202e',
  'ｉｓｏｂａｔｈ.example',
  'https://t.me/isobath_exchange',
  'isobath.example:8443',
  'service@isobath.example <evil@isobath.example>',
])('%s is a copy', (text) => {
  expect(judge(text)).toBe('copy');
});

test.each(['evil.com', 'info@example.org', '+49 30 7654321', '127.0.0.1', 'javascript:alert(1)'])(
  '%s is not ours',
  (text) => {
    expect(judge(text)).toBe('unknown');
  },
);

test('a bare name is ours only where it is', () => {
  const verdict = checkChannel('@isobath_news', own);
  expect(verdict).toMatchObject({ kind: 'handle', channels: [{ name: 'Telegram' }] });
});

test('nothing, or two things at once, cannot be read', () => {
  expect(judge('  ')).toBe('unreadable');
  expect(judge('a@b.example and c@d.example')).toBe('unreadable');
});

const values = own.map(({ value }) => value);
const noise = fc.constantFrom(
  '',
  '@',
  '.',
  '-',
  '/',
  '\\',
  '%2e',
  '#',
  '?',
  ':',
  '\u200b',
  '\u202e',
  'а',
  'о',
  '0',
  'l',
  ' ',
  'evil.com',
  'https://',
  'xn--',
  '\u0000',
  ',',
  ';',
  '<',
  '>',
);

/** What a browser or a mail program would make of a text, without our code. */
function leadsHome(text: string): boolean {
  const bare = /^[^<>]*<([^<>\s]+)>$/.exec(text.trim())?.[1] ?? text.trim();
  const digits = bare.replaceAll(/[\s().-]/g, '');
  if (digits === '+49301234567' || digits === '0049301234567' || digits === '49301234567') {
    return true;
  }
  if (/^(mailto:)?service@isobath\.example\.?$/i.test(bare)) return true;
  try {
    const url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(bare) ? bare : `https://${bare}`);
    if (url.username !== '') return false;
    // A dot behind a name stands for the root that every name has.
    const host = url.host.replace(/\.(?=:|$)/, '');
    if (host === 'isobath.example' || host === 'www.isobath.example:4870') return true;
    const name = url.hostname.replace(/\.$/, '');
    const first = url.pathname.split('/')[1]?.toLowerCase().replace(/^@/, '');
    return (
      (name === 'x.com' && first === 'isobath_exchange') ||
      (name === 't.me' && first === 'isobath_news')
    );
  } catch {
    return false;
  }
}

test('whatever is put before, behind or into one of ours: a yes leads home', () => {
  const texts = fc
    .tuple(fc.constantFrom(...values), noise, noise, noise, fc.nat(40))
    .map(([value, before, inside, behind, at]) => {
      const place = at % (value.length + 1);
      return before + value.slice(0, place) + inside + value.slice(place) + behind;
    });
  fc.assert(
    fc.property(texts, (text) => {
      if (judge(text) === 'official') expect(leadsHome(text)).toBe(true);
    }),
    { numRuns: 5_000 },
  );
});

test('of what lies deeper than a name only the whole address is ours', () => {
  const store = 'https://play.example/store/apps/details?id=isobath.app';
  const list = [...own, { kind: 'social', value: store, name: 'Android' } as const];
  expect(checkChannel(store, list).kind).toBe('official');
  for (const other of ['isobath.app2', 'other', '']) {
    const text = store.replace('isobath.app', other);
    expect(checkChannel(text, list).kind, text).not.toBe('official');
  }
  expect(checkChannel('play.example/store', list).kind).not.toBe('official');
});
