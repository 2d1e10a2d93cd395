// All markets: tabs by area and quote, search, favourites, live rows.
// Not the table itself (MarketTable.tsx).
import {
  Button,
  EmptyState,
  FilteredState,
  Percent,
  Price,
  SearchBox,
  Segmented,
  Tabs,
} from '@isobath/ui';
import { type CSSProperties, startTransition, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Route } from './+types/MarketPage';
import { useFavourites } from '../../base/favourites.ts';
import { pageRequest } from '../../base/page-context.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { loadMarkets, type MarketRow, useDayLines, useLiveRows } from './market-data.ts';
import { ContractFavourites } from './ContractFavourites.tsx';
import { MarketTable } from './MarketTable.tsx';
import './market.css';

/** Texts of this page. */
export const handle = { texts: ['market'] } as const;

/** Markets with their tickers. */
export async function loader({ context }: Route.LoaderArgs) {
  const { client } = context.get(pageRequest);
  return { rows: await loadMarkets(client) };
}

const tabs = ['favourites', 'USDT', 'USDC', 'BTC', 'ETH', 'etf', 'alts'] as const;
type Tab = (typeof tabs)[number];
/** What a favourite may be. */
const kinds = ['spot', 'contract'] as const;

function belongsTo(row: MarketRow, tab: Tab, favourites: readonly number[]): boolean {
  if (tab === 'favourites') return favourites.includes(row.tradeId);
  if (tab === 'etf') return row.tradeArea === 6;
  if (tab === 'alts') return row.tradeArea === 8;
  return row.quoteCurrency === tab && row.tradeArea !== 6;
}

/** Rows of the first picture: as many as a tall screen has room for. */
const firstRows = 24;

/** False in the first picture, true once the page lives; what follows is drawn bit by bit. */
function useRest(): boolean {
  const [hasRest, setRest] = useState(false);
  useEffect(() => startTransition(() => setRest(true)), []);
  return hasRest;
}

/** Keeps the place of the rows that follow, so that the page has its height from the start. */
function Room(props: { rows: number }) {
  const style = { '--rows': Math.max(0, props.rows) } as CSSProperties;
  return <div aria-hidden="true" className="market-room" style={style} />;
}

/** The market page. */
export default function MarketPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('market');
  const rows = useLiveRows(loaderData.rows);
  const lines = useDayLines(loaderData.rows);
  const hasRest = useRest();
  const [params, setParams] = useSearchParams();
  const favourites = useFavourites();
  const asked = params.get('tab') ?? '';
  const tab: Tab = tabs.find((one) => one === asked) ?? 'USDT';
  const kind = params.get('kind') === 'contract' ? 'contract' : 'spot';
  const search = params.get('q') ?? '';
  const change = (name: string, value: string) =>
    setParams(
      (before) => {
        if (value === '') before.delete(name);
        else before.set(name, value);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  const words = search.trim().toLowerCase();
  const shown = rows.filter(
    (row) =>
      belongsTo(row, tab, favourites.tradeIds) &&
      (words === '' || `${row.baseCurrency}/${row.quoteCurrency}`.toLowerCase().includes(words)),
  );
  return (
    <main className="market-page">
      <div className="market-head">
        <h1 className="market-title">{t('markets')}</h1>
        <SearchBox label={t('search')} onChange={(value) => change('q', value)} value={search} />
      </div>
      <Tiles rows={rows} />
      <Tabs
        label={t('markets')}
        onChange={(value) => change('tab', value)}
        tabs={tabs.map((value) => ({
          value,
          label:
            value === 'favourites' || value === 'etf' || value === 'alts'
              ? t(`tab.${value}`)
              : value,
        }))}
        value={tab}
      >
        {tab === 'favourites' ? (
          <div className="market-kinds">
            <Segmented
              label={t('tab.favourites')}
              onChange={(value) => change('kind', value === 'spot' ? '' : value)}
              options={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
              value={kind}
            />
          </div>
        ) : null}
        {tab === 'favourites' && kind === 'contract' ? (
          <ContractFavourites />
        ) : (
          <MarketTable
            empty={
              words === '' ? (
                <EmptyState
                  actions={
                    <Button
                      onClick={() => {
                        for (const row of loaderData.rows.slice(0, 8)) favourites.turn(row.tradeId);
                      }}
                      variant="primary"
                    >
                      {t('starEight')}
                    </Button>
                  }
                  title={t('noFavourites')}
                />
              ) : (
                <FilteredState
                  filters={[{ key: 'q', label: search, onRemove: () => change('q', '') }]}
                  label={t('search')}
                  onClearAll={() => change('q', '')}
                />
              )
            }
            lines={lines}
            rows={hasRest ? shown : shown.slice(0, firstRows)}
          />
        )}
        {hasRest ? null : <Room rows={shown.length - firstRows} />}
      </Tabs>
    </main>
  );
}

const tiles = {
  gainers: (row: MarketRow) => Number(row.change),
  losers: (row: MarketRow) => -Number(row.change),
  turnover: (row: MarketRow) => Number(row.quoteVolume),
  newest: (row: MarketRow) => row.tradeId,
} as const;

/** Four markets that stand out: each leads to its trade page. */
function Tiles(props: { rows: readonly MarketRow[] }) {
  const t = useTexts('market');
  const locale = useLocale();
  const plain = props.rows.filter((row) => row.quoteCurrency === 'USDT' && row.tradeArea !== 6);
  if (plain.length === 0) return null;
  return (
    <section className="market-tiles">
      {(Object.keys(tiles) as (keyof typeof tiles)[]).map((name) => {
        const measure = tiles[name];
        const row = plain.reduce((best, one) => (measure(one) > measure(best) ? one : best));
        return (
          <Link
            className="home-tile"
            key={name}
            to={`/${locale}/trade/exchange/?tradeCode=${row.code}`}
          >
            <span>{t(`list.${name}`)}</span>
            <b className="market-tile-name">{row.baseCurrency}</b>
            <Price className="home-tile-price" decimals={row.priceDecimals} value={row.last} />
            <Percent hasArrow value={row.change} />
          </Link>
        );
      })}
    </section>
  );
}
