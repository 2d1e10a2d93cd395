// Home: the sea floor of the real BTC book, the movers, and the way in.
// It shows nothing that no market has made.
import {
  type ArticleRow,
  type BookData,
  contentRoutes,
  type Depth,
  marketRoutes,
} from '@isobath/wire';
import { Contours, Moment, Percent, Price, Tabs } from '@isobath/ui';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { Route } from './+types/HomePage';
import { browserLive } from '../../base/live.ts';
import { pageRequest } from '../../base/page-context.ts';
import { useSession } from '../../base/session.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { createValue, useValue } from '../../base/value.ts';
import { ButtonLink } from '../../base/ButtonLink.tsx';
import { loadMarkets, type MarketRow, useLiveRows } from './market-data.ts';
import { MarketTable } from './MarketTable.tsx';
import './market.css';

/** Texts of this page. */
export const handle = { texts: ['market'] } as const;

const HERO = 'btc_usdt';
const LEVELS = 60;
const NEWS_SHOWN = 3;

/** Markets with their lines, and the book of the hero. */
export async function loader({ context }: Route.LoaderArgs) {
  const { client } = context.get(pageRequest);
  const rows = await loadMarkets(client);
  const hero = rows.find((row) => row.symbol === HERO);
  const depth: Depth | null =
    hero === undefined
      ? null
      : await client.call(marketRoutes.fullDepth, {
          query: { tradeId: hero.tradeId, limit: LEVELS },
        });
  const symbols = rows.map((row) => row.symbol).join(',');
  const trendlines = await client.call(marketRoutes.trendlines, { query: { symbols } });
  const lines = Object.fromEntries(trendlines.map(({ symbol, points }) => [symbol, points]));
  const news = await client.call(contentRoutes.articles, {
    query: { kind: 'notice', pageSize: NEWS_SHOWN },
  });
  return { rows, lines, depth, news: news.list };
}

/** Title and description. */
export function meta() {
  return [
    { title: 'Isobath' },
    { name: 'description', content: 'An exchange that proves its books balance.' },
  ];
}

const lists = ['turnover', 'gainers', 'losers', 'newest'] as const;
type ListName = (typeof lists)[number];
const SHOWN = 8;

const listOrders: Readonly<Record<ListName, (one: MarketRow, two: MarketRow) => number>> = {
  turnover: (one, two) => Number(two.quoteVolume) - Number(one.quoteVolume),
  gainers: (one, two) => Number(two.change) - Number(one.change),
  losers: (one, two) => Number(one.change) - Number(two.change),
  newest: (one, two) => two.tradeId - one.tradeId,
};

function order(rows: readonly MarketRow[], name: ListName): MarketRow[] {
  const usdt = rows.filter((row) => row.quoteCurrency === 'USDT' && row.tradeArea !== 6);
  return usdt.toSorted(listOrders[name]).slice(0, SHOWN);
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
  const t = useTexts('market');
  const locale = useLocale();
  const session = useSession();
  const rows = useLiveRows(loaderData.rows);
  const book = useHeroBook(loaderData.depth);
  const [list, setList] = useState<ListName>('turnover');
  const hero = rows.find((row) => row.symbol === HERO);
  const toLevels = (levels: readonly (readonly [string, string])[]) =>
    levels.map(([price, amount]) => ({ price, amount }));
  return (
    <main className="home">
      <section className="home-hero">
        <div className="home-words">
          <h1 className="home-title">{t('home.title')}</h1>
          <p className="home-lead">{t('home.lead')}</p>
          <div className="home-actions">
            {session === null ? (
              <ButtonLink size="large" to={`/${locale}/register`} variant="primary">
                {t('home.register')}
              </ButtonLink>
            ) : (
              <ButtonLink size="large" to={`/${locale}/assetManagement/home`} variant="primary">
                {t('home.assets')}
              </ButtonLink>
            )}
            <ButtonLink size="large" to={`/${locale}/trade/exchange/?tradeCode=${HERO}`}>
              {t('home.trade')}
            </ButtonLink>
          </div>
          {hero === undefined ? null : (
            <p className="home-price">
              <span>{`${hero.baseCurrency}/${hero.quoteCurrency}`}</span>
              <Price decimals={hero.priceDecimals} isFlashing value={hero.last} />
              <Percent hasArrow value={hero.change} />
            </p>
          )}
        </div>
        <figure className="home-water">
          <Contours
            asks={toLevels(book.asks)}
            bids={toLevels(book.bids)}
            describe={t('home.water')}
            reach={0.002}
          />
          <figcaption>{t('home.waterCaption')}</figcaption>
        </figure>
      </section>
      <section className="home-strip">
        {rows.slice(0, 5).map((row) => (
          <Link
            className="home-tile"
            key={row.symbol}
            to={`/${locale}/trade/exchange/?tradeCode=${row.code}`}
          >
            <span>{`${row.baseCurrency}/${row.quoteCurrency}`}</span>
            <Price decimals={row.priceDecimals} value={row.last} />
            <Percent hasArrow value={row.change} />
          </Link>
        ))}
      </section>
      <section className="home-movers">
        <Tabs
          label={t('markets')}
          onChange={(value) => setList(value)}
          tabs={lists.map((value) => ({ value, label: t(`list.${value}`) }))}
          value={list}
        >
          <MarketTable isShort lines={loaderData.lines} rows={order(rows, list)} />
        </Tabs>
        <div>
          <ButtonLink to={`/${locale}/market`}>{t('home.all')}</ButtonLink>
        </div>
      </section>
      <News rows={loaderData.news} />
      <section className="home-facts">
        {(['proof', 'crash', 'fees'] as const).map((fact) => (
          <article key={fact}>
            <h2>{t(`fact.${fact}`)}</h2>
            <p>{t(`fact.${fact}Text`)}</p>
          </article>
        ))}
      </section>
    </main>
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
