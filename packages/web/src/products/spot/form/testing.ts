// A market with its book, and a form that somebody has filled in, for the tests of the form.
import type { MarketInfo } from '@isobath/wire';
import { createLevels } from '../book/levels.ts';
import { readMarket } from '../market/market.ts';
import {
  createFormReducer,
  emptyForm,
  type FormAction,
  type FormField,
  type FormState,
} from './form-state.ts';
import type { PreviewFacts } from './preview.ts';

/** What the exchange says of the market. */
export const info: MarketInfo = {
  tradeId: 1,
  symbol: 'btc_usdt',
  sellSymbol: 'btc',
  buySymbol: 'usdt',
  digit: '2#5',
  tradeArea: 1,
  state: 'TRADING',
  openAt: 0,
  noCancelAt: 0,
  tickSize: '0.01',
  lotSize: '0.00001',
  minNotional: '5',
  minQuantity: '0.00001',
  maxQuantity: '100',
  maxMarketQuantity: '10',
  minPrice: '0.01',
  maxPrice: '1000000',
  bandLowPpm: 200_000,
  bandHighPpm: 5_000_000,
  marketGuardBps: 500,
  icebergPartsMax: 10,
  trailingDeltaBpsMin: 10,
  trailingDeltaBpsMax: 2_000,
  openOrdersMax: 200,
  stopOrdersMax: 20,
  selfTradePreventionModes: ['EXPIRE_TAKER'],
  selfTradePreventionDefault: 'EXPIRE_TAKER',
  makerPpm: [1000],
  takerPpm: [1000],
};
/** The market. */
export const market = readMarket(info, (asset) => (asset === 'BTC' ? 8 : 8));
/** One step of the form. */
export const reduce = createFormReducer(market);

/** Two levels a side around a last price of 9995. */
export function makeFacts(more: Partial<PreviewFacts> = {}): PreviewFacts {
  const asks = createLevels('ask');
  const bids = createLevels('bid');
  asks.set(10_000_00, 100_000);
  asks.set(10_010_00, 200_000);
  bids.set(9_990_00, 100_000);
  bids.set(9_980_00, 300_000);
  return {
    market,
    asks,
    bids,
    lastTicks: 9_995_00,
    makerPpm: 1000,
    takerPpm: 2000,
    baseUnits: 200_000_000n,
    quoteUnits: 5_000_000_000_000n,
    ...more,
  };
}

/** The form after what was done. */
export function act(...actions: FormAction[]): FormState {
  return actions.reduce(reduce, emptyForm);
}

/** Something typed into a field. */
export const type = (field: FormField, text: string) => ({ type: 'type', field, text }) as const;

/** Something chosen. */
export const change = (values: Partial<FormState>) => ({ type: 'change', values }) as const;
