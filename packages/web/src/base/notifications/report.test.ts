import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeSetting } from '../settings.ts';
import { browserNotificationSetting, reportBrowser } from './report.ts';

const shown: { title: string; options: object; press: () => void }[] = [];
let permission: string;

class Notification {
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
  vi.stubGlobal('window', {
    Notification: Notification,
    focus,
    localStorage: { setItem: () => {} },
  });
  vi.stubGlobal('document', { visibilityState: 'hidden' });
  writeSetting(browserNotificationSetting, true);
});
afterEach(() => vi.unstubAllGlobals());

const report = (onPress = () => {}) =>
  reportBrowser({ id: '7', title: 'BTC', text: 'rose', onPress });

test('a page out of sight has the browser show a message, and a press leads on', () => {
  const press = vi.fn();
  expect(report(press)).toBe(true);
  expect(shown).toMatchObject([{ title: 'BTC', options: { body: 'rose', tag: 'isobath-7' } }]);
  shown[0]?.press();
  expect(press).toHaveBeenCalledOnce();
});

test.each([
  ['a page that is looked at', () => vi.stubGlobal('document', { visibilityState: 'visible' })],
  ['a person who does not want it', () => writeSetting(browserNotificationSetting, false)],
  ['a browser that was told not to', () => (permission = 'denied')],
  ['a browser without it', () => vi.stubGlobal('window', { localStorage: {} })],
])('%s shows none', (_what, prepare) => {
  prepare();
  expect(report()).toBe(false);
  expect(shown).toEqual([]);
});
