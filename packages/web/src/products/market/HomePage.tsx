// Home: the sea floor of the real BTC book, the movers, and the way in.
// It shows nothing that no market has made.
import {
  type ArticleRow,
  type BookData,
  contentRoutes,
  type Depth,
  marketRoutes,
} from '@isobath/wire';
import { Amount, Contours, Moment, Percent, Price, Tabs } from '@isobath/ui';
import { useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { Route } from './+types/HomePage';
import { lazyPart } from '../../base/late/lazy-part.ts';
import { browserLive } from '../../base/live.ts';
import { readDayChange } from '../../base/market-code.ts';
import { pageRequest } from '../../base/page-context.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { createValue, useValue } from '../../base/value.ts';
import { ButtonLink } from '../../base/ButtonLink.tsx';
import { useFavourites } from '../../base/favourites.ts';
import { LateMap } from './home/LateMap.tsx';
import { loadPerson } from './home/person-facts.ts';
import {
  listMovers,
  type DayLines,
  loadMarkets,
  type MarketRow,
  useDayLines,
  useLiveRows,
} from './market-data.ts';
import { MarketTable } from './MarketTable.tsx';
import './market.css';
import './home/home.css';

// Guests load none of what belongs to a person.
const PersonStart = lazyPart(
  () => import('./home/PersonStart.tsx'),
  'PersonStart',
  <div className="home-words" />,
);

/** Texts of this page. */
export const handle = { texts: ['market'] } as const;

const HERO = 'btc_usdt';
const LEVELS = 60;
const NEWS_SHOWN = 3;

/** Markets with their tickers, and the book of the hero. */
export async function loader({ context }: Route.LoaderArgs) {
  const { client, isSignedIn } = context.get(pageRequest);
  const [rows, person] = await Promise.all([
    loadMarkets(client),
    isSignedIn ? loadPerson(client) : null,
  ]);
  const hero = rows.find((row) => row.symbol === HERO);
  const depth: Depth | null =
    hero === undefined
      ? null
      : await client.call(marketRoutes.fullDepth, {
          query: { tradeId: hero.tradeId, limit: LEVELS },
        });
  const news = await client.call(contentRoutes.articles, {
    query: { kind: 'notice', pageSize: NEWS_SHOWN },
  });
  return { rows, depth, news: news.list, person };
}

const lists = ['favourites', 'turnover', 'gainers', 'losers', 'newest'] as const;
type ListName = (typeof lists)[number];
const SHOWN = 8;

const listOrders: Readonly<
  Record<'turnover' | 'newest', (one: MarketRow, two: MarketRow) => number>
> = {
  turnover: (one, two) => Number(two.quoteVolume) - Number(one.quoteVolume),
  newest: (one, two) => two.tradeId - one.tradeId,
};

function order(
  rows: readonly MarketRow[],
  name: ListName,
  favourites: readonly number[],
): MarketRow[] {
  if (name === 'favourites') return rows.filter((row) => favourites.includes(row.tradeId));
  const usdt = rows.filter((row) => row.quoteCurrency === 'USDT' && row.tradeArea !== 6);
  const ordered =
    name === 'gainers' || name === 'losers'
      ? listMovers(usdt, name)
      : usdt.toSorted(listOrders[name]);
  return ordered.slice(0, SHOWN);
}

/** Keep the hero's book by the changes that arrive. */
function mergeLevels(
  levels: readonly (readonly [string, string])[],
  changes: readonly (readonly [string, string])[],
  isBid: boolean,
): (readonly [string, string])[] {
  const byPrice = new Map(levels.map(([price, size]) => [price, size]));
  for (const [price, size] of changes) {
    if (/^0(\.0*)?$/.test(size)) byPrice.delete(price);
    else byPrice.set(price, size);
  }
  const sign = isBid ? -1 : 1;
  return [...byPrice].sort(([one], [two]) => sign * (Number(one) - Number(two))).slice(0, LEVELS);
}

function useHeroBook(depth: Depth | null) {
  const [value] = useState(() =>
    createValue({ asks: depth?.asks ?? [], bids: depth?.bids ?? [] } as {
      asks: readonly (readonly [string, string])[];
      bids: readonly (readonly [string, string])[];
    }),
  );
  useEffect(
    () =>
      browserLive().subscribe(`book:${HERO}`, (frame) => {
        const book = frame.data as BookData;
        const before = frame.type === 'snapshot' ? { asks: [], bids: [] } : value.read();
        value.set({
          asks: mergeLevels(before.asks, book.asks, false),
          bids: mergeLevels(before.bids, book.bids, true),
        });
      }),
    [value],
  );
  return useValue(value, 1_000);
}

/** The home page. */
export default function HomePage({ loaderData }: Route.ComponentProps) {
  const locale = useLocale();
  const { person } = loaderData;
  const rows = useLiveRows(loaderData.rows);
  const lines = useDayLines(loaderData.rows);
  const tradeTo = `/${locale}/trade/exchange/?tradeCode=${HERO}`;
  // One element for as long as the facts stand: prices that arrive before its file has come would
  // take the server's picture of it away.
  const start = useMemo(() => (person === null ? null : <PersonStart facts={person} />), [person]);
  return (
    <main className="home">
      <section className="home-hero">
        {start ?? <GuestWords tradeTo={tradeTo} />}
        <Water depth={loaderData.depth} hero={rows.find((row) => row.symbol === HERO)} />
      </section>
      <section className="home-strip">
        {rows.slice(0, 5).map((row) => (
          <Link
            className="home-tile"
            key={row.symbol}
            to={`/${locale}/trade/exchange/?tradeCode=${row.code}`}
          >
            <span>{`${row.baseCurrency}/${row.quoteCurrency}`}</span>
            <Price className="home-tile-price" decimals={row.priceDecimals} value={row.last} />
            <Percent hasArrow value={readDayChange(row)} />
          </Link>
        ))}
      </section>
      <Movers kept={person?.favourites ?? []} lines={lines} rows={rows} />
      <News rows={loaderData.news} />
      {person === null ? <Facts /> : null}
      <LateMap />
    </main>
  );
}

function GuestWords({ tradeTo }: { tradeTo: string }) {
  const t = useTexts('market');
  const locale = useLocale();
  return (
    <div className="home-words">
      <h1 className="home-title">{t('home.title')}</h1>
      <p className="home-lead">{t('home.lead')}</p>
      <div className="home-actions">
        <ButtonLink size="large" to={`/${locale}/register`} variant="primary">
          {t('home.register')}
        </ButtonLink>
        <ButtonLink size="large" to={tradeTo}>
          {t('home.trade')}
        </ButtonLink>
      </div>
    </div>
  );
}

/** The sea floor of the book; a ring under the pointer says how much rests within it. */
function Water(props: { depth: Depth | null; hero: MarketRow | undefined }) {
  const t = useTexts('market');
  const { hero } = props;
  const book = useHeroBook(props.depth);
  const toLevels = (levels: readonly (readonly [string, string])[]) =>
    levels.map(([price, amount]) => ({ price, amount }));
  return (
    <figure className="home-water">
      <Contours
        asks={toLevels(book.asks)}
        bids={toLevels(book.bids)}
        describe={t('home.water')}
        reach={0.002}
        showReading={({ sum, bidPrice, askPrice }) =>
          hero === undefined ? null : (
            <span className="home-ring">
              <Amount decimals={4} unit={hero.baseCurrency} value={sum.toFixed(4)} />
              <span>
                <Price decimals={hero.priceDecimals} value={bidPrice.toFixed(hero.priceDecimals)} />
                {' - '}
                <Price decimals={hero.priceDecimals} value={askPrice.toFixed(hero.priceDecimals)} />
              </span>
            </span>
          )
        }
      />
      <figcaption>
        {hero === undefined ? null : (
          <span className="home-price">
            <Price decimals={hero.priceDecimals} isFlashing value={hero.last} />
            <Percent hasArrow value={readDayChange(hero)} />
          </span>
        )}
        {t('home.waterCaption')}
      </figcaption>
    </figure>
  );
}

/** Lists of markets; somebody with stars sees theirs first. */
function Movers(props: { kept: readonly number[]; rows: readonly MarketRow[]; lines: DayLines }) {
  const t = useTexts('market');
  const locale = useLocale();
  const { tradeIds } = useFavourites();
  const favourites = tradeIds.length > 0 ? tradeIds : props.kept;
  const [chosen, setChosen] = useState<ListName>(props.kept.length > 0 ? 'favourites' : 'turnover');
  // A list that nothing is on is not offered.
  const shown = lists.filter((name) => order(props.rows, name, favourites).length > 0);
  const list = shown.includes(chosen) ? chosen : 'turnover';
  return (
    <section className="home-movers">
      <Tabs
        label={t('markets')}
        onChange={(value) => setChosen(value)}
        tabs={shown.map((value) => ({
          value,
          label: t(value === 'favourites' ? 'tab.favourites' : `list.${value}`),
        }))}
        value={list}
      >
        <MarketTable lines={props.lines} rows={order(props.rows, list, favourites)} />
      </Tabs>
      <div>
        <ButtonLink to={`/${locale}/market`}>{t('home.all')}</ButtonLink>
      </div>
    </section>
  );
}

function Facts() {
  const t = useTexts('market');
  return (
    <section className="home-facts">
      {(['proof', 'crash', 'fees'] as const).map((fact) => (
        <article key={fact}>
          <h2>{t(`fact.${fact}`)}</h2>
          <p>{t(`fact.${fact}Text`)}</p>
        </article>
      ))}
    </section>
  );
}

function News(props: { rows: readonly ArticleRow[] }) {
  const shell = useTexts('shell');
  const locale = useLocale();
  if (props.rows.length === 0) return null;
  return (
    <section className="home-news">
      <h2>
        <Link to={`/${locale}/support/notice`}>{shell('link.notice')}</Link>
      </h2>
      <ul>
        {props.rows.map((row) => (
          <li key={row.id}>
            <Link to={`/${locale}/support/article?code=${row.code}`}>
              <span>{row.title}</span>
              <Moment atMs={row.publishedTime} form="date" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
