// Which markets the picker lists, for its tabs, its quotes and its search. It draws nothing.
import type { TickerRow } from '@isobath/wire';
import { altsArea, etfArea, marketCodeOf } from '../../../base/market-code.ts';

/** Lists to choose from. */
export const tabs = ['favourites', 'recent', 'all', 'etf', 'alts'] as const;

/** Name of a list. */
export type TabName = (typeof tabs)[number];

const areaOf: Partial<Record<TabName, number>> = { etf: etfArea, alts: altsArea };

const readQuote = (row: TickerRow) => row.quoteCurrency.toUpperCase();

/** What markets are priced in, that of the most markets first. */
export function listQuotes(rows: readonly TickerRow[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(readQuote(row), (counts.get(readQuote(row)) ?? 0) + 1);
  return [...counts]
    .toSorted(([one, few], [other, many]) => many - few || one.localeCompare(other, 'en'))
    .map(([quote]) => quote);
}

/** Rows for a tab, a quote and a search, the busiest first; recent ones the newest first. */
export function filterTickers(
  rows: readonly TickerRow[],
  options: {
    tab: TabName;
    /** In capitals; '': any. */
    quote: string;
    text: string;
    favourites: readonly number[];
    /** Codes, newest first. */
    recent: readonly string[];
  },
): readonly TickerRow[] {
  const wanted = options.text
    .trim()
    .toLowerCase()
    .replace(/[/\s-]/g, '_');
  const priced = rows.filter((row) => options.quote === '' || readQuote(row) === options.quote);
  if (options.tab === 'recent') {
    const byCode = new Map(priced.map((row) => [marketCodeOf(row), row]));
    return options.recent.flatMap((code) => byCode.get(code) ?? []);
  }
  const area = areaOf[options.tab];
  return priced
    .filter((row) => wanted === '' || row.symbol.includes(wanted))
    .filter((row) => options.tab !== 'favourites' || options.favourites.includes(row.tradeId))
    .filter((row) => area === undefined || row.tradeArea === area)
    .toSorted((one, two) => Number(two.quoteVolume) - Number(one.quoteVolume));
}
