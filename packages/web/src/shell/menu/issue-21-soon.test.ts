import { expect, test } from 'vitest';
import { findPattern } from '../../base/address.ts';
import { isPlanned } from '../../base/planned.ts';
import { pages } from '../../products.ts';
import { addressOf, footerColumns, isSoon, mainMenu, type MenuFacts } from './menu.ts';
import { listAssetLinks, listOrderLinks, userLinks } from './own-links.ts';

const guest: MenuFacts = {
  locale: 'en_US',
  isSignedIn: false,
  rebateStatus: 1,
  kolIncentive: true,
  perpetualSymbol: 'btc',
  deliverySymbol: 'btc_d',
  tradePath: 'trade/exchange/?tradeCode=btc_usdt',
};
const built = pages.filter((page) => page.isPlanned !== true).map(({ path }) => path);
const all = [
  ...[...mainMenu, ...footerColumns].flatMap(({ links }) => links),
  ...userLinks,
  ...listAssetLinks(''),
  ...listOrderLinks(''),
];

test('each link of a menu leads to a page that is built, or carries the mark', () => {
  const signedIn = { ...guest, isSignedIn: true };
  for (const link of all.filter(({ product }) => product === undefined)) {
    const path = addressOf(link, signedIn).slice('/en_US/'.length).replace(/\?.*$/, '');
    expect(isSoon(link, signedIn), path).toBe(findPattern(path, built) === null);
  }
});

test('an account is marked as long as the product that uses it is to come', () => {
  const marked = listAssetLinks('').filter((link) => isSoon(link, guest));
  const products = marked.map(({ product = '' }) => product);
  expect(products.every((product) => findPattern(product, built) === null)).toBe(true);
  expect(marked.map(({ word }) => word)).not.toContain('spotAccount');
});

test('nobody is asked to sign in for what is not built yet', () => {
  const asking = all.filter((link) => addressOf(link, guest).includes('/login?'));
  expect(asking.length).toBeGreaterThan(0);
  for (const link of asking) {
    const { to } = link;
    expect(isPlanned(`/en_US/${typeof to === 'string' ? to : to(guest)}`)).toBe(false);
  }
});
