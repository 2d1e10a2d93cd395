// Choosing a market: search, areas, favourites, quotes, live price and change of each; behind the
// button of the strip, and on the page itself where an address names no market.
// Not the market page. Rows come with one channel for all tickers while the list is open.
import {
  Dialog,
  ErrorState,
  Money,
  Percent,
  Popover,
  Price,
  SearchBox,
  Segmented,
  Skeleton,
  Star,
} from '@isobath/ui';
import { marketRoutes, type TickerRow } from '@isobath/wire';
import { type KeyboardEvent, memo, useEffect, useState } from 'react';
import { browserClient } from '../../../base/client.ts';
import { lastMarketsSetting } from '../../../base/last-markets.ts';
import { browserLive } from '../../../base/live.ts';
import { useSetting } from '../../../base/settings.ts';
import { useTexts } from '../../../base/texts.tsx';
import { createValue, useValue } from '../../../base/value.ts';
import { useTrade } from '../layout/trade-context.ts';
import { useFavourites } from '../../../base/favourites.ts';
import { marketCodeOf, readDayChange } from '../../../base/market-code.ts';
import { PickerFace } from './PickerFace.tsx';
import { filterTickers, listQuotes, type TabName, tabs } from './picker-rows.ts';

const everyMs = 500;
type Tickers = readonly TickerRow[] | 'loading' | 'failed';

/** Tickers of all markets, kept new while somebody looks. */
function useTickers(): { tickers: Tickers; retry: () => void } {
  const [value] = useState(() => createValue<Tickers>('loading'));
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const rows = new Map<string, TickerRow>();
    const put = (fresh: readonly TickerRow[]) => {
      for (const row of fresh) rows.set(row.symbol, row);
      value.set([...rows.values()]);
    };
    const fail = () => {
      if (rows.size === 0) value.set('failed');
    };
    void browserClient().call(marketRoutes.tickers).then(put, fail);
    return browserLive().subscribe('ticker:*', (frame) => put(frame.data as TickerRow[]));
  }, [value, attempt]);
  const retry = () => {
    value.set('loading');
    setAttempt(attempt + 1);
  };
  return { tickers: useValue(value, everyMs), retry };
}

/** Tickers write a price with all decimals of its market. */
const countDecimals = (price: string) => price.split('.')[1]?.length ?? 0;

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
        <Price decimals={countDecimals(row.last)} value={row.last} />
        <Percent value={readDayChange(row)} />
        <Money className="picker-volume" isCompact value={row.quoteVolume} />
      </button>
    </li>
  );
}

const waitingRows = Array.from({ length: 11 }, (_, index) => index);

/** What stands where the rows will: bars of their height, or what went wrong. */
function PickerWait(props: { isFailed: boolean; onRetry: () => void }) {
  const t = useTexts('spot');
  if (props.isFailed) {
    return <ErrorState onRetry={props.onRetry} size="small" title={t('picker.failed')} />;
  }
  return waitingRows.map((row) => (
    <div className="picker-row picker-wait" key={row}>
      <Skeleton height="10px" width={`${96 - ((row * 17) % 30)}%`} />
    </div>
  ));
}

/** Search, areas and quotes above the list. */
function PickerFilters(props: {
  text: string;
  setText: (text: string) => void;
  hasFocus: boolean;
  tab: TabName;
  setTab: (tab: TabName) => void;
  quote: string;
  quotes: readonly string[];
  setQuote: (quote: string) => void;
}) {
  const t = useTexts('spot');
  const shell = useTexts('shell');
  return (
    <>
      <SearchBox
        hasFocus={props.hasFocus}
        label={t('picker.search')}
        onChange={props.setText}
        value={props.text}
      />
      <Segmented
        label={t('picker.tabs')}
        onChange={props.setTab}
        options={tabs.map((value) => ({
          value,
          label: value === 'recent' ? shell('ui.recent') : t(`picker.${value}`),
        }))}
        size="small"
        value={props.tab}
      />
      <Segmented
        label={t('picker.quotes')}
        onChange={props.setQuote}
        options={['', ...props.quotes].map((value) => ({
          value,
          label: value === '' ? t('picker.allQuotes') : value,
        }))}
        size="small"
        value={props.quote}
      />
    </>
  );
}

/**
 * The list of markets with its search.
 *
 * @param props - here: symbol of the market that is open, if one is; hasFocus: its search is where
 *   one types; onOpen takes the code of the chosen one.
 */
export function MarketList(props: {
  here?: string;
  hasFocus?: boolean;
  onOpen: (code: string) => void;
}) {
  const t = useTexts('spot');
  const { tickers, retry } = useTickers();
  const rows = typeof tickers === 'string' ? [] : tickers;
  const { tradeIds: favourites } = useFavourites();
  const [recent] = useSetting(lastMarketsSetting);
  const [text, setText] = useState('');
  const [tab, setTab] = useState<TabName>(favourites.length > 0 ? 'favourites' : 'all');
  const [chosenQuote, setQuote] = useState('');
  const quotes = listQuotes(rows);
  // A quote whose last market went is no choice any more.
  const quote = quotes.includes(chosenQuote) ? chosenQuote : '';
  const shown = filterTickers(rows, {
    tab: text === '' ? tab : 'all',
    quote,
    text,
    favourites,
    recent,
  });
  const open = (row: TickerRow | undefined) => {
    if (row === undefined) return;
    props.onOpen(marketCodeOf(row));
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Enter') open(shown[0]);
  };
  return (
    <div className="picker" data-density="compact" onKeyDown={key} role="presentation">
      <PickerFilters
        hasFocus={props.hasFocus === true}
        quote={quote}
        quotes={quotes}
        setQuote={setQuote}
        setTab={setTab}
        setText={setText}
        tab={tab}
        text={text}
      />
      <div aria-hidden="true" className="picker-heads">
        <span>{t('orders.pair')}</span>
        <span>{t('picker.price')}</span>
        <span>{t('picker.change')}</span>
        <span>{t('picker.volume')}</span>
      </div>
      {typeof tickers === 'string' ? (
        <div aria-busy={tickers === 'loading'} className="picker-list">
          <PickerWait isFailed={tickers === 'failed'} onRetry={retry} />
        </div>
      ) : (
        <ul className="picker-list">
          {shown.map((row) => (
            <PickerRow
              isHere={row.symbol === props.here}
              key={row.symbol}
              onOpen={() => open(row)}
              row={row}
            />
          ))}
          {shown.length === 0 ? <li className="picker-none">{t('picker.none')}</li> : null}
        </ul>
      )}
    </div>
  );
}

/** The picker behind its button, on a phone in a sheet; the slash key opens it. */
export const MarketPicker = memo(function MarketPicker(props: {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}) {
  const { market, openMarket, isPhone } = useTrade();
  const t = useTexts('spot');
  const open = (code: string) => {
    openMarket(code);
    props.onOpenChange(false);
  };
  const button = (
    <button
      aria-haspopup="dialog"
      className="strip-market"
      onClick={isPhone ? () => props.onOpenChange(true) : undefined}
      type="button"
    >
      <PickerFace market={market} />
    </button>
  );
  if (isPhone) {
    return (
      <>
        {button}
        <Dialog isOpen={props.isOpen} onOpenChange={props.onOpenChange} title={t('picker.label')}>
          <MarketList here={market.symbol} onOpen={open} />
        </Dialog>
      </>
    );
  }
  return (
    <Popover
      isBare
      isOpen={props.isOpen}
      label={t('picker.label')}
      onOpenChange={props.onOpenChange}
      trigger={button}
    >
      <MarketList hasFocus here={market.symbol} onOpen={open} />
    </Popover>
  );
});
