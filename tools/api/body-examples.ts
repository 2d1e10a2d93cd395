// An example of the body of each call that takes one: written out where the words have a meaning of
// their own, else the plainest value of its shape. They stand in the OpenAPI document, in the code
// of the page, and in its form. Not here: parameters (examples.ts).

import type { Route } from '@isobath/wire';
import { sampleOf } from './samples.ts';
import { hasFile, readSchema } from './shapes.ts';

const market = { symbol: 'btc_usdt', side: 'buy' } as const;
const order = {
  ...market,
  type: 'limit',
  price: '40000',
  quantity: '0.001',
  clientOrderId: 'my-order-1',
} as const;
const named = { symbol: 'btc_usdt', clientOrderId: 'my-order-1' } as const;
const account = { email: 'me@example.com', password: 'correct horse battery' } as const;
const exit = { symbol: 'btc_usdt', side: 'sell', quantity: '0.001' } as const;

const written: Readonly<Record<string, unknown>> = {
  'account.register': { ...account, agreesToTerms: true },
  'account.login': account,
  'capital.decideClaim': {
    claimId: 7,
    outcome: 'paid',
    txHash: `0x${'8c'.repeat(32)}`,
    reason: 'Paid back from the cold desk',
  },
  'capital.setColdAddress': {
    networkId: 101,
    address: '0x8C8d35429F74ec245F8Ef2f4Fd1e551cFF97d650',
    reason: 'The vault moved',
  },
  'capital.setLimits': {
    networkId: 101,
    coinId: 52,
    low: '400000',
    target: '1000000',
    high: '1600000',
    hourFloor: '100000',
    dayFloor: '500000',
    reason: 'More is asked for',
  },
  'capital.nameTransaction': {
    withdrawalId: 7,
    txHash: `0x${'8c'.repeat(32)}`,
    reason: 'Seen on two nodes',
  },
  'capital.withdraw': {
    coinId: 52,
    networkId: 101,
    address: '0x8C8d35429F74ec245F8Ef2f4Fd1e551cFF97d650',
    amount: '25',
    isFeeInside: false,
    clientId: 'my-withdrawal-1',
  },
  'content.setVote': { code: 'two-factor', isHelpful: true },
  'inbox.addAlert': {
    symbol: 'btc_usdt',
    alertType: 1,
    alertValue: '90000',
    windowMinutes: 0,
    repeat: 'once',
  },
  'inbox.markRead': { messageId: '1', rangeType: 1 },
  'keys.create': { label: 'my bot', permissions: ['read', 'spot'], ipList: ['203.0.113.7'] },
  'keys.change': { label: 'my bot', permissions: ['read'], ipList: ['203.0.113.7'] },
  'market.keepChart': {
    tradeId: 1,
    indicators: ['MA', 'VOL'],
    drawings: [{ name: 'priceLine', points: [{ time: 1_767_225_600_000, price: '90000' }] }],
  },
  'spot.place': order,
  'spot.test': order,
  'spot.amend': { ...named, quantity: '0.0005' },
  'spot.cancel': named,
  'spot.cancelReplace': { cancel: named, place: { ...order, clientOrderId: 'my-order-2' } },
  'spot.batch': {
    items: [{ cancel: named }, { place: { ...order, clientOrderId: 'my-order-2' } }],
  },
  'spot.cancelAll': { symbol: 'btc_usdt' },
  'spot.deadman': { timeoutMs: 60_000 },
  'spot.placeList': {
    type: 'OCO',
    legs: [
      { ...exit, type: 'limit', price: '90000' },
      { ...exit, type: 'stop_market', stopPrice: '35000' },
    ],
  },
  'transfer.submit': { source: 2, target: 5, coinId: 52, amount: '25' },
};

/** Names of the bodies that are written out. */
export const writtenBodies: readonly string[] = Object.keys(written);

/** A body that the call's schema lets through, undefined where it takes none or a file. */
export function bodyExampleOf(id: string, { body }: Route): unknown {
  if (body === undefined) return undefined;
  const schema = readSchema(body, 'input');
  return hasFile(schema) ? undefined : (written[id] ?? sampleOf(schema));
}
