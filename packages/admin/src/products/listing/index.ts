import { ChartCandlestick, Coins } from '@isobath/ui';
import type { ConsolePage } from '../../base/page.ts';
import { ThingsPage } from './ThingsPage.tsx';

/** Pages of what is listed. */
export const listingPages: readonly ConsolePage[] = [
  {
    path: 'coins',
    label: 'page.coins',
    group: 'group.rules',
    icon: Coins,
    permission: 'listing.read',
    Page: ({ rest }) => ThingsPage({ kind: 'coin', rest }),
  },
  {
    path: 'markets',
    label: 'page.markets',
    group: 'group.rules',
    icon: ChartCandlestick,
    permission: 'listing.read',
    Page: ({ rest }) => ThingsPage({ kind: 'market', rest }),
  },
];
