// Choosing a market: search, areas, favourites, live price and change of each.
// Not the market page. Rows come with one channel for all tickers while the list is open.
import { Money, Percent, Popover, Price, SearchBox, Segmented, Star } from '@isobath/ui';
import { marketRoutes, type TickerRow } from '@isobath/wire';
import { type KeyboardEvent, memo, useEffect, useState } from 'react';
import { lastMarketsSetting } from '../../../base/last-markets.ts';
import { browserLive } from '../../../base/live.ts';
import { useSetting } from '../../../base/settings.ts';
import { useTexts } from '../../../base/texts.tsx';
import { createValue, useValue } from '../../../base/value.ts';
import { useTrade } from '../layout/trade-context.ts';
import { useFavourites } from '../../../base/favourites.ts';
import { altsArea, etfArea, marketCodeOf, readDayChange } from '../../../base/market-code.ts';
import { PickerFace } from './PickerFace.tsx';

const everyMs = 500;
const tabs = ['favourites', 'recent', 'all', 'etf', 'alts'] as const;
type TabName = (typeof tabs)[number];

const areaOf: Partial<Record<TabName, number>> = { etf: etfArea, alts: altsArea };

/** Tickers of all markets, kept new while somebody looks. */
function useTickers(): readonly TickerRow[] {
  const { client } = useTrade();
  const [value] = useState(() => createValue<readonly TickerRow[]>([]));
  useEffect(() => {
    const rows = new Map<string, TickerRow>();
    const put = (fresh: readonly TickerRow[]) => {
      for (const row of fresh) rows.set(row.symbol, row);
      value.set([...rows.values()]);
    };
    void client.call(marketRoutes.tickers).then(put, () => {});
    return browserLive().subscribe('ticker:*', (frame) => put(frame.data as TickerRow[]));
  }, [client, value]);
  return useValue(value, everyMs);
}

/** Rows for a tab and a search, the busiest first; recent ones the newest first. */
export function filterTickers(
  rows: readonly TickerRow[],
  options: {
    tab: TabName;
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
  if (options.tab === 'recent') {
    const byCode = new Map(rows.map((row) => [marketCodeOf(row), row]));
    return options.recent.flatMap((code) => byCode.get(code) ?? []);
  }
  const area = areaOf[options.tab];
  return rows
    .filter((row) => wanted === '' || row.symbol.includes(wanted))
    .filter((row) => options.tab !== 'favourites' || options.favourites.includes(row.tradeId))
    .filter((row) => area === undefined || row.tradeArea === area)
    .toSorted((one, two) => Number(two.quoteVolume) - Number(one.quoteVolume));
}

function PickerRow(props: { row: TickerRow; isHere: boolean; onOpen: () => void }) {
  const { row } = props;
  const t = useTexts('spot');
  const favourites = useFavourites();
  return (
    <li className="picker-row" data-here={props.isHere ? '' : undefined}>
      <button
        aria-label={t('picker.favourite', { pair: `${row.baseCurrency}/${row.quoteCurrency}` })}
        aria-pressed={favourites.tradeIds.includes(row.tradeId)}
        className="picker-star"
        onClick={() => favourites.turn(row.tradeId)}
        type="button"
      >
        <Star aria-hidden="true" />
      </button>
      <button className="picker-open" onClick={props.onOpen} type="button">
        <span className="picker-pair">
          <b>{row.baseCurrency.toUpperCase()}</b>
          <span className="order-quiet">/{row.quoteCurrency.toUpperCase()}</span>
        </span>
        <Price value={row.last} />
        <Percent value={readDayChange(row)} />
        <Money className="picker-volume" isCompact value={row.quoteVolume} />
      </button>
    </li>
  );
}

function PickerList(props: { onClose: () => void }) {
  const { market, openMarket } = useTrade();
  const t = useTexts('spot');
  const rows = useTickers();
  const { tradeIds: favourites } = useFavourites();
  const [recent] = useSetting(lastMarketsSetting);
  const shell = useTexts('shell');
  const [text, setText] = useState('');
  const [tab, setTab] = useState<TabName>(favourites.length > 0 ? 'favourites' : 'all');
  const shown = filterTickers(rows, { tab: text === '' ? tab : 'all', text, favourites, recent });
  const open = (row: TickerRow | undefined) => {
    if (row === undefined) return;
    openMarket(marketCodeOf(row));
    props.onClose();
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Enter') open(shown[0]);
  };
  return (
    <div className="picker" data-density="compact" onKeyDown={key} role="presentation">
      <SearchBox hasFocus label={t('picker.search')} onChange={setText} value={text} />
      <Segmented
        label={t('picker.tabs')}
        onChange={setTab}
        options={tabs.map((value) => ({
          value,
          label: value === 'recent' ? shell('ui.recent') : t(`picker.${value}`),
        }))}
        size="small"
        value={tab}
      />
      <div aria-hidden="true" className="picker-heads">
        <span>{t('orders.pair')}</span>
        <span>{t('picker.price')}</span>
        <span>{t('picker.change')}</span>
        <span>{t('picker.volume')}</span>
      </div>
      <ul className="picker-list">
        {shown.map((row) => (
          <PickerRow
            isHere={row.symbol === market.symbol}
            key={row.symbol}
            onOpen={() => open(row)}
            row={row}
          />
        ))}
        {shown.length === 0 ? <li className="picker-none">{t('picker.none')}</li> : null}
      </ul>
    </div>
  );
}

/** The picker behind its button; the slash key opens it. */
export const MarketPicker = memo(function MarketPicker(props: {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}) {
  const { market } = useTrade();
  const t = useTexts('spot');
  return (
    <Popover
      isBare
      isOpen={props.isOpen}
      label={t('picker.label')}
      onOpenChange={props.onOpenChange}
      trigger={
        <button className="strip-market" type="button">
          <PickerFace market={market} />
        </button>
      }
    >
      <PickerList onClose={() => props.onOpenChange(false)} />
    </Popover>
  );
});
