import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeSetting } from '../settings.ts';
import { browserNoticeSetting, tellBrowser } from './tell.ts';

const shown: { title: string; options: object; press: () => void }[] = [];
let permission: string;

class Notice {
  static get permission() {
    return permission;
  }
  readonly entry: (typeof shown)[number];
  constructor(title: string, options: object) {
    this.entry = { title, options, press: () => {} };
    shown.push(this.entry);
  }
  addEventListener(_name: string, press: () => void) {
    this.entry.press = press;
  }
  close() {}
}

beforeEach(() => {
  permission = 'granted';
  shown.length = 0;
  const focus = vi.fn();
  vi.stubGlobal('window', { Notification: Notice, focus, localStorage: { setItem: () => {} } });
  vi.stubGlobal('document', { visibilityState: 'hidden' });
  writeSetting(browserNoticeSetting, true);
});
afterEach(() => vi.unstubAllGlobals());

const tell = (onPress = () => {}) => tellBrowser({ id: '7', title: 'BTC', text: 'rose', onPress });

test('a page out of sight has the browser show a message, and a press leads on', () => {
  const press = vi.fn();
  expect(tell(press)).toBe(true);
  expect(shown).toMatchObject([{ title: 'BTC', options: { body: 'rose', tag: 'isobath-7' } }]);
  shown[0]?.press();
  expect(press).toHaveBeenCalledOnce();
});

test.each([
  ['a page that is looked at', () => vi.stubGlobal('document', { visibilityState: 'visible' })],
  ['a person who does not want it', () => writeSetting(browserNoticeSetting, false)],
  ['a browser that was told not to', () => (permission = 'denied')],
  ['a browser without it', () => vi.stubGlobal('window', { localStorage: {} })],
])('%s shows none', (_what, prepare) => {
  prepare();
  expect(tell()).toBe(false);
  expect(shown).toEqual([]);
});
