// What the parts of the trade page share: the market's room, my own store, the form.
// Not live data itself: parts listen to the room's stores. Filled by Workspace.
import type { Client } from '@isobath/sdk';
import type { TickerRow } from '@isobath/wire';
import { createContext, use } from 'react';
import type { FindKeeper } from '../chart/saved-chart.ts';
import type { FormAction, FormState } from '../form/form-state.ts';
import type { MarketRoom } from '../live/market-room.ts';
import type { OwnLevels } from '../live/own-levels.ts';
import type { OwnStore } from '../live/own-store.ts';
import type { Market } from '../market/market.ts';
import type { PageWidth } from './use-width.ts';

/** Fee rates of the person, in ppm. */
export interface FeeRates {
  readonly makerPpm: number;
  readonly takerPpm: number;
}

/** Where coins come in and go out: the pages' own names in addresses. */
export type MoneyPage = 'topup' | 'extract';

/** Shared by all parts of the page. */
export interface Trade {
  readonly market: Market;
  readonly room: MarketRoom;
  /** Null for a guest. */
  readonly own: OwnStore | null;
  /** Null for a guest. */
  readonly levels: OwnLevels | null;
  readonly client: Client;
  readonly fees: FeeRates;
  readonly form: FormState;
  readonly dispatch: (action: FormAction) => void;
  /** Go to another market. */
  readonly openMarket: (code: string) => void;
  /** Go where coins come in or go out. */
  readonly openMoney: (page: MoneyPage) => void;
  /** What stands on the charts of this person. */
  readonly findKeeper: FindKeeper;
  /** The ticker that came with the page. */
  readonly firstTicker: TickerRow | null;
  readonly width: PageWidth;
  readonly isPhone: boolean;
  /** Where a guest signs in, with the way back. */
  readonly loginTo: string;
}

/** Filled by the workspace. */
export const TradeContext = createContext<Trade | null>(null);

/** The shared part of the page. */
export function useTrade(): Trade {
  const trade = use(TradeContext);
  if (trade === null) throw new Error('a part of the trade page stands outside its workspace');
  return trade;
}

/** Filled by a chart whose market is not the page's. */
export const ChartMarketContext = createContext<Market | null>(null);

/** The market of the chart that a part stands on: the page's, or another one beside it. */
export function useChartMarket(): Market {
  const { market } = useTrade();
  return use(ChartMarketContext) ?? market;
}
