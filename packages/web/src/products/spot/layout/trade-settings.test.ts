// What this device remembers of the trade page, read by a page that was loaded anew.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const storage = new Map<string, string>();

beforeEach(() => {
  storage.clear();
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (name: string) => storage.get(name) ?? null,
      setItem: (name: string, value: string) => void storage.set(name, value),
    },
  });
});
afterEach(() => void vi.unstubAllGlobals());

/** The page's own modules, as a reload makes them. */
async function load() {
  vi.resetModules();
  const settings = await import('../../../base/settings.ts');
  return { ...settings, ...(await import('./trade-settings.ts')) };
}

test('the mirrored arrangement survives a reload', async () => {
  const before = await load();
  before.writeSetting(before.layoutSetting, { ...before.firstLayout, isMirrored: true });
  const after = await load();
  expect(after.readSetting(after.layoutSetting)).toEqual({
    ...after.firstLayout,
    isMirrored: true,
  });
});

test('an arrangement from before a panel had its place is the first one again', async () => {
  storage.set('isobath.trade.layout', JSON.stringify({ isMirrored: true }));
  const page = await load();
  expect(page.readSetting(page.layoutSetting)).toEqual(page.firstLayout);
});

test('charts that nobody could have chosen are the first ones again', async () => {
  const sides = [1, 2, 3].map(() => ({ code: 'eth_usdt', interval: '5m' }));
  const wrong = [{ count: 3, sides }, { count: 2, sides: [{ code: 1 }] }, { count: 2 }];
  for (const kept of wrong) {
    storage.set('isobath.trade.panes', JSON.stringify(kept));
    const page = await load();
    expect(page.readSetting(page.chartsSetting).count).toBe(1);
  }
  storage.set('isobath.trade.panes', JSON.stringify({ count: 4, sides }));
  const page = await load();
  expect(page.readSetting(page.chartsSetting)).toEqual({ count: 4, sides });
});
