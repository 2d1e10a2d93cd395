import { expect, test } from 'vitest';
import { findPattern } from '../../base/address.ts';
import { pages } from '../../products.ts';
import {
  addressOf,
  footerColumns,
  leadsHere,
  listShown,
  mainMenu,
  type MenuFacts,
  web3Menu,
} from './menu.ts';
import { listAssetLinks, listOrderLinks, userLinks } from './own-links.ts';

const guest: MenuFacts = {
  locale: 'en_US',
  isSignedIn: false,
  rebateStatus: 0,
  kolIncentive: true,
  perpetualSymbol: 'btc',
  deliverySymbol: 'btc_d',
  tradePath: 'trade/exchange/?tradeCode=eth_usdt',
};
const groupOf = (word: string) => mainMenu.find((group) => group.word === word)?.links ?? [];
const wordsOf = (group: string, facts: Partial<MenuFacts>, isOnPhone = false) =>
  listShown(groupOf(group), { ...guest, ...facts }, isOnPhone).map((link) => link.word);
const addressIn = (group: string, word: string, facts: Partial<MenuFacts> = {}) => {
  const link = groupOf(group).find((one) => one.word === word);
  if (link === undefined) throw new Error(`${group} has no ${word}`);
  return addressOf(link, { ...guest, ...facts });
};

test('every link of every menu leads to a page', () => {
  const all = [
    ...[...mainMenu, ...footerColumns].flatMap((group) => group.links),
    ...web3Menu,
    ...userLinks,
    ...['', 'contract/mock/trade'].flatMap((path) => [
      ...listAssetLinks(path),
      ...listOrderLinks(path),
    ]),
  ];
  const paths = pages.map((page) => page.path);
  for (const link of all) {
    const address = addressOf(link, { ...guest, isSignedIn: true });
    const path = address.slice('/en_US/'.length).replace(/\?.*$/, '');
    expect(findPattern(path, paths), address).not.toBeNull();
  }
});

test('cashback is there when the rebate status is 1 or 3 only', () => {
  const shown = [0, 1, 2, 3, 4].filter((rebateStatus) =>
    wordsOf('contract', { rebateStatus }).includes('cashback'),
  );
  expect(shown).toEqual([1, 3]);
});

test('the KOL plan is for signed-in people in Chinese, when it is configured', () => {
  const has = (facts: Partial<MenuFacts>) => wordsOf('more', facts).includes('kol');
  expect(has({ isSignedIn: true, locale: 'zh_HK' })).toBe(true);
  expect(has({ isSignedIn: true, locale: 'zh_CN' })).toBe(true);
  expect(has({ isSignedIn: true })).toBe(false);
  expect(has({ locale: 'zh_CN' })).toBe(false);
  expect(has({ isSignedIn: true, locale: 'zh_CN', kolIncentive: false })).toBe(false);
});

test('pledge borrowing is hidden on a phone', () => {
  expect(wordsOf('financial', {})).toContain('pledge');
  expect(wordsOf('financial', {}, true)).not.toContain('pledge');
});

test('symbols come from the configuration; without one the page chooses', () => {
  expect(addressIn('contract', 'delivery')).toBe('/en_US/contract/exchange/trade/?tradeName=btc_d');
  expect(addressIn('contract', 'perpetual', { perpetualSymbol: 'eth' })).toBe(
    '/en_US/contract/exchange/trade/?tradeName=eth',
  );
  expect(addressIn('contract', 'perpetual', { perpetualSymbol: '' })).toBe(
    '/en_US/contract/exchange/trade/',
  );
});

test('trading goes on at the market that was open last', () => {
  expect(addressIn('trade', 'spot')).toBe('/en_US/trade/exchange/?tradeCode=eth_usdt');
});

const never = { word: 'home', to: 'nowhere' } as const;

test('a guest is sent to sign in by links that need it, and comes back', () => {
  const [assets = never] = listAssetLinks('');
  expect(addressOf(assets, guest)).toBe('/en_US/login?redirect=%2Fen_US%2FassetManagement%2Fhome');
  expect(addressOf(assets, { ...guest, isSignedIn: true })).toBe('/en_US/assetManagement/home');
  expect(addressIn('buyCrypto', 'c2c')).toBe('/en_US/c2c/trade');
});

test('the page of simulated contracts offers its own account and orders only', () => {
  expect(listAssetLinks('market')).toHaveLength(5);
  expect(listAssetLinks('contract/mock/trade').map((link) => link.to)).toEqual([
    'simulation/account?type=3',
  ]);
  expect(listOrderLinks('market')).toHaveLength(10);
  expect(listOrderLinks('contract/mock/trade').map((link) => link.to)).toEqual([
    'simulation/order',
  ]);
});

test('a link that asks a guest to sign in does not stand for the page of signing in', () => {
  const link = { word: 'assets', to: 'assetManagement/home', needsSignIn: true } as const;
  expect(leadsHere(link, guest, 'login')).toBe(false);
  const signedIn = { ...guest, isSignedIn: true };
  expect(leadsHere(link, signedIn, 'assetManagement/home')).toBe(true);
  expect(leadsHere(link, signedIn, 'market')).toBe(false);
});

test('the orders menu leads to both kinds of margin orders and of contract orders', () => {
  const addresses = listOrderLinks('').map(({ to }) => to);
  for (const query of ['marginMode=cross', 'marginMode=isolated']) {
    expect(addresses).toContain(`orderHome/leverOrder?${query}`);
  }
  for (const query of ['bizType=perpetual', 'bizType=deliver']) {
    expect(addresses).toContain(`orderHome/contractOrder?${query}`);
  }
});
