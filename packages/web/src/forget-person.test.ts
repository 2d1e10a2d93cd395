// Which remembered values go with the person who leaves, and that the browser's own stay.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  recentCoinsSetting,
  recentPairsSetting,
  waySetting,
} from './products/transfer/accounts.ts';
import { requestedSetting } from './shell/favourites/requested-setting.ts';
import { recentSetting } from './shell/search/recent.ts';
import { guestFavouritesSetting } from './base/favourites.ts';
import {
  forgetPerson,
  hideSetting,
  readSetting,
  watchSetting,
  writeSetting,
} from './base/settings.ts';

/** A store as browsers have it: its keys are its own properties. */
class Kept {
  getItem(key: string): string | null {
    return (Object.getOwnPropertyDescriptor(this, key)?.value as string | undefined) ?? null;
  }
  setItem(key: string, value: string): void {
    Object.assign(this, { [key]: value });
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
  clear(): void {
    for (const key of Object.keys(this)) this.removeItem(key);
  }
}

let localStorage: Kept;
let sessionStorage: Kept;

beforeEach(() => {
  localStorage = new Kept();
  sessionStorage = new Kept();
  const window = Object.assign(new EventTarget(), { localStorage, sessionStorage });
  vi.stubGlobal('window', window);
});

afterEach(() => {
  forgetPerson();
  vi.unstubAllGlobals();
});

test('habits of transfers and the question that was answered go, the browser keeps its own', () => {
  writeSetting(recentCoinsSetting, ['52']);
  writeSetting(recentPairsSetting, ['7']);
  writeSetting(waySetting, { source: 6, target: 2 });
  writeSetting(requestedSetting, [1_000_001]);
  writeSetting(hideSetting, true);
  writeSetting(guestFavouritesSetting, [1]);
  sessionStorage.setItem('draft', 'half an order');
  const before = Object.keys(localStorage).length;
  forgetPerson();
  expect(before - Object.keys(localStorage).length).toBe(4);
  expect(Object.keys(localStorage)).toEqual(['isobath.hide', 'isobath.favourites.spot']);
  expect(Object.keys(sessionStorage)).toEqual([]);
  expect(readSetting(recentCoinsSetting)).toEqual([]);
  expect(readSetting(waySetting)).toEqual({ source: 2, target: 5 });
  expect(readSetting(requestedSetting)).toEqual([]);
  expect(readSetting(hideSetting)).toBe(true);
  writeSetting(hideSetting, false);
  writeSetting(guestFavouritesSetting, []);
});

test('whoever shows an own value hears that it has gone, and nobody else does', () => {
  const heard: string[] = [];
  const watch = (setting: { name: string }) =>
    watchSetting(setting as never, () => heard.push(setting.name));
  const ends = [watch(waySetting), watch(recentSetting)];
  forgetPerson();
  expect(heard).toEqual(['own.transfer.way']);
  for (const end of ends) end();
});
