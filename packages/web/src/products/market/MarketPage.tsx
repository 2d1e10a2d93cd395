// All markets: tabs by area and quote, search, favourites, live rows.
// Not the table itself (MarketTable.tsx).
import { marketOverviewRoutes, marketRoutes } from '@isobath/wire';
import {
  Button,
  type Column,
  EmptyState,
  FilteredState,
  Percent,
  Price,
  SearchBox,
  Segmented,
  Tabs,
} from '@isobath/ui';
import { type CSSProperties, startTransition, useEffect, useMemo, useState } from 'react';
import { Link, type ShouldRevalidateFunctionArgs } from 'react-router';
import type { Route } from './+types/MarketPage';
import { AlertButton } from '../../base/AlertLink.tsx';
import { useRequestedParams } from '../../base/requested-params.ts';
import { useFavourites } from '../../base/favourites.ts';
import { readDayChange } from '../../base/market-code.ts';
import { pageRequest } from '../../base/page-context.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { Term } from '../../base/trade/Term.tsx';
import { LongMarketTable } from './LongMarketTable.tsx';
import { loadMarkets, type MarketRow, useDayLines, useLiveRows } from './market-data.ts';
import { ContractFavourites } from './ContractFavourites.tsx';
import { Tiles } from './Tiles.tsx';
import { Contracts } from './overview/Contracts.tsx';
import { type ContractMarket, loadContracts } from './overview/contracts.ts';
import './market.css';

/** Texts of this page. */
export const handle = { texts: ['coins', 'market'] } as const;

/** Recommended markets above the table. */
const recommendedCount = 4;

/** Markets with their tickers, what is recommended, and the contracts when they are asked for. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { client } = context.get(pageRequest);
  const query = { name: 'recommends', limit: recommendedCount } as const;
  const isOfContracts = new URL(request.url).searchParams.get('tab') === 'contract';
  const [rows, recommended, etf, contracts] = await Promise.all([
    loadMarkets(client),
    client.call(marketRoutes.ranking, { query }),
    client.call(marketOverviewRoutes.etf),
    isOfContracts ? loadContracts(client) : null,
  ]);
  const idOf = ({ tradeId }: { readonly tradeId: number }) => tradeId;
  return { rows, recommended: recommended.map(idOf), etf: etf.map(idOf), contracts };
}

/** Rows are narrowed here, and live by themselves; only contracts are read when they are chosen. */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = change;
  const isNarrowing = currentUrl.pathname === nextUrl.pathname && currentUrl.href !== nextUrl.href;
  const [tab, nextTab] = [currentUrl, nextUrl].map(({ searchParams }) => searchParams.get('tab'));
  const isForContracts = nextTab === 'contract' && tab !== nextTab;
  return isNarrowing && !isForContracts ? false : defaultShouldRevalidate;
}

const tabs = [
  'favourites',
  'USDT',
  'USDC',
  'BTC',
  'ETH',
  'contract',
  'margin',
  'etf',
  'alts',
] as const;
type Tab = (typeof tabs)[number];
/** What a favourite may be. */
const kinds = ['spot', 'contract'] as const;

/** Numbers of markets that belong to a tab by a list. */
interface Lists {
  readonly favourites: readonly number[];
  readonly etf: readonly number[];
}

function belongsTo(row: MarketRow, tab: Tab, lists: Lists): boolean {
  if (tab === 'favourites' || tab === 'etf') return lists[tab].includes(row.tradeId);
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

/** A bell in each row: a price alert without leaving the page. */
function useAlertColumn(): Column<MarketRow> {
  const t = useTexts('market');
  return useMemo(
    () => ({
      key: 'alert',
      head: t('setAlert'),
      headNode: <span className="ui-sr">{t('setAlert')}</span>,
      width: '40px',
      align: 'end',
      card: 'tool',
      cell: ({ symbol }) => <AlertButton label={t('setAlert')} request={{ symbol }} />,
    }),
    [t],
  );
}

/** Keeps the place of the rows that follow, so that the page has its height from the start. */
function Room(props: { rows: number }) {
  const style = { '--rows': Math.max(0, props.rows) } as CSSProperties;
  return <div aria-hidden="true" className="market-room" style={style} />;
}

/** What a tab is called. */
function useTabName(): (tab: Tab) => string {
  const t = useTexts('market');
  const shell = useTexts('shell');
  return (tab) => {
    if (tab === 'contract') return t('kind.contract');
    if (tab === 'margin') return shell('link.margin');
    return tab === 'favourites' || tab === 'etf' || tab === 'alts' ? t(`tab.${tab}`) : tab;
  };
}

/** The keys j and k lead into the table from anywhere on the page; there they go on by row. */
function useWayIntoRows(): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.target !== document.body || (event.key !== 'j' && event.key !== 'k')) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      document.querySelector<HTMLElement>('.market-page [role=row][tabindex="0"]')?.focus();
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);
}

/** What does not trade yet says so; contracts do as long as none is listed. */
function Other(props: {
  tab: 'contract' | 'margin';
  market: ContractMarket | null;
  onSpot: () => void;
}) {
  const t = useTexts('market');
  const action = <Button onClick={props.onSpot}>{t('home.all')}</Button>;
  if (props.tab === 'margin') {
    return <EmptyState actions={action} text={t('margin.noneText')} title={t('margin.none')} />;
  }
  return props.market === null ? null : <Contracts action={action} market={props.market} />;
}

/** No row: none was starred, or none fits what was typed. */
function NoRows(props: { search: string; onStar: () => void; onClear: () => void }) {
  const t = useTexts('market');
  const { search, onClear } = props;
  if (search.trim() === '') {
    return (
      <EmptyState
        actions={
          <Button onClick={props.onStar} variant="primary">
            {t('starEight')}
          </Button>
        }
        title={t('noFavourites')}
      />
    );
  }
  return (
    <FilteredState
      filters={[{ key: 'q', label: search, onRemove: onClear }]}
      label={t('search')}
      onClearAll={onClear}
    />
  );
}

/** The market page. */
export default function MarketPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('market');
  const rows = useLiveRows(loaderData.rows);
  const lines = useDayLines(loaderData.rows);
  const hasRest = useRest();
  const tabName = useTabName();
  const alert = useAlertColumn();
  useWayIntoRows();
  const { shown: params, turn } = useRequestedParams();
  const favourites = useFavourites();
  const requested = params.get('tab') ?? '';
  const tab: Tab = tabs.find((one) => one === requested) ?? 'USDT';
  const kind = params.get('kind') === 'contract' ? 'contract' : 'spot';
  // The address follows the field: it takes a moment, and letters come faster.
  const [search, setSearch] = useState(params.get('q') ?? '');
  const change = (name: string, value: string) =>
    turn((before) => {
      if (value === '') before.delete(name);
      else before.set(name, value);
    });
  const look = (value: string) => {
    setSearch(value);
    change('q', value);
  };
  const words = search.trim().toLowerCase();
  const shown = rows.filter(
    (row) =>
      belongsTo(row, tab, { favourites: favourites.tradeIds, etf: loaderData.etf }) &&
      (words === '' || `${row.baseCurrency}/${row.quoteCurrency}`.toLowerCase().includes(words)),
  );
  return (
    <main className="market-page">
      <div className="market-head">
        <h1 className="market-title">{t('markets')}</h1>
        <SearchBox label={t('search')} onChange={look} value={search} />
      </div>
      <Tiles rows={rows} />
      <Recommended ids={loaderData.recommended} rows={rows} />
      <Tabs
        label={t('markets')}
        onChange={(value) => change('tab', value)}
        tabs={tabs.map((value) => ({ value, label: tabName(value) }))}
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
        {tab === 'etf' ? (
          <p className="market-lead">
            <Term name={t('tab.etf')} word="leveraged" />
          </p>
        ) : null}
        {tab === 'contract' || tab === 'margin' ? (
          <Other market={loaderData.contracts} onSpot={() => change('tab', '')} tab={tab} />
        ) : tab === 'favourites' && kind === 'contract' ? (
          <ContractFavourites />
        ) : (
          <LongMarketTable
            empty={
              <NoRows
                onClear={() => look('')}
                onStar={() => {
                  for (const row of loaderData.rows.slice(0, 8)) favourites.turn(row.tradeId);
                }}
                search={search}
              />
            }
            lines={lines}
            tool={alert}
            rows={hasRest ? shown : shown.slice(0, firstRows)}
          />
        )}
        {hasRest ? null : <Room rows={shown.length - firstRows} />}
        {rows.some(({ simulated }) => simulated) ? (
          <p className="market-lead">
            <Term name={t('simulatedPast')} word="simulatedPast" />
          </p>
        ) : null}
      </Tabs>
    </main>
  );
}

/** What the exchange recommends: a line of ways to trade it. */
function Recommended(props: { ids: readonly number[]; rows: readonly MarketRow[] }) {
  const of = useTexts('coins');
  const locale = useLocale();
  const shown = props.ids.flatMap((id) => props.rows.find(({ tradeId }) => tradeId === id) ?? []);
  if (shown.length === 0) return null;
  return (
    <section aria-label={of('overview.recommends')} className="market-recommended">
      <h2>{of('overview.recommends')}</h2>
      <ul>
        {shown.map((row) => (
          <li key={row.tradeId}>
            <Link to={`/${locale}/trade/exchange/?tradeCode=${row.code}`}>
              <b>
                {row.baseCurrency}
                {row.quoteCurrency === 'USDT' ? null : <span>/{row.quoteCurrency}</span>}
              </b>
              <Price decimals={row.priceDecimals} value={row.last} />
              <Percent hasArrow value={readDayChange(row)} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
