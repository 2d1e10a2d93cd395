// An arrangement that was written into an address is read back, and no address breaks the page.
import { expect, test } from 'vitest';
import { isSamePreset, layoutLimits, presets, readLayout, writeLayout } from './layout-address.ts';
import { firstLayout } from './trade-settings.ts';

test.each(Object.entries(presets))('the arrangement %s is the same after its link', (_, preset) => {
  const layout = { ...preset, isMirrored: true, isTapeFolded: true, tapePx: 123.4 };
  expect(readLayout(writeLayout(layout))).toEqual({ ...layout, tapePx: 123 });
  expect(isSamePreset(preset, { ...preset, isMirrored: true })).toBe(true);
  expect(isSamePreset(preset, { ...preset, isTapeFolded: true })).toBe(false);
});

test('sizes beyond what panels can have are held to it, and anything else is none', () => {
  const [smallest, largest] = ['1-1-1-1-', '9999-9999-9999-9999-'].map(readLayout);
  for (const [name, [least, most]] of Object.entries(layoutLimits)) {
    expect([smallest, largest]).toMatchObject([{ [name]: least }, { [name]: most }]);
  }
  expect(readLayout('236-300-320-216-')).toEqual(firstLayout);
  for (const text of [
    '',
    'm',
    '280-300-320',
    '280-300-320-216-x',
    '-1-300-320-216-',
    '1e3-1-1-1-',
  ]) {
    expect(readLayout(text)).toBeNull();
  }
});
