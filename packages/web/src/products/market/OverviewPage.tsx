// The market as a whole: totals, heat map, turnover by day, share of BTC, movers, leveraged
// tokens, contracts.
// It shows sums of this exchange only; what nobody traded is not drawn.
import {
  type Dominance,
  type HeatTile,
  marketOverviewRoutes,
  marketRoutes,
  type TurnoverDay,
} from '@isobath/wire';
import { languageTagOf } from '@isobath/texts';
import { EmptyState, formatMoment, KeyValue, Meter, Money, Percent, Tabs } from '@isobath/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Route } from './+types/OverviewPage';
import { ButtonLink } from '../../base/ButtonLink.tsx';
import { spotAddress } from '../../base/market-address.ts';
import { pageRequest } from '../../base/page-context.ts';
import { useScreen } from '../../base/screen.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { NextSteps } from '../../base/NextSteps.tsx';
import { Contracts } from './overview/Contracts.tsx';
import { loadContracts } from './overview/contracts.ts';
import { placeTiles } from './overview/heat-map.ts';
import { loadMarkets, type MarketRow, useLiveRows } from './market-data.ts';
import { MarketTable } from './MarketTable.tsx';
import './market.css';
import './overview/overview.css';

/** Texts of this page. */
export const handle = { texts: ['coins', 'market'] } as const;

const lists = [
  'hot-listings',
  'recommends',
  'top-gainers',
  'top-losers',
  'new-listings',
  'turn-over',
] as const;
type ListName = (typeof lists)[number];
const shownCount = 8;

/** Sums, tiles, days and the ranking lists. */
export async function loader({ context }: Route.LoaderArgs) {
  const { client } = context.get(pageRequest);
  const routes = marketOverviewRoutes;
  const [overview, tiles, dominance, spot, etf, contracts, rows, rankings] = await Promise.all([
    client.call(routes.overview),
    client.call(routes.heatmap),
    client.call(routes.btcDominance),
    client.call(routes.spotOverview),
    client.call(routes.etf),
    loadContracts(client),
    loadMarkets(client),
    Promise.all(
      lists.map((name) =>
        client.call(marketRoutes.ranking, { query: { name, limit: shownCount } }),
      ),
    ),
  ]);
  const symbols = rows.map((row) => row.symbol).join(',');
  const trendlines = await client.call(marketRoutes.trendlines, { query: { symbols } });
  const lines = Object.fromEntries(trendlines.map(({ symbol, points }) => [symbol, points]));
  const ranked = Object.fromEntries(
    lists.map((name, at) => [name, (rankings[at] ?? []).map((row) => row.tradeId)]),
  ) as Record<ListName, number[]>;
  const etfIds = etf.map(({ tradeId }) => tradeId);
  return { overview, tiles, dominance, days: spot.days, etfIds, contracts, rows, lines, ranked };
}

/** The overview. */
export default function OverviewPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('market');
  const of = useTexts('coins');
  const locale = useLocale();
  const { overview, contracts } = loaderData;
  const rows = useLiveRows(loaderData.rows);
  const etf = rows.filter((row) => loaderData.etfIds.includes(row.tradeId));
  return (
    <main className="market-page">
      <h1 className="market-title">{of('overview.title')}</h1>
      <KeyValue
        facts={[
          {
            key: 'turnover',
            label: of('overview.turnover'),
            value: <Money isCompact unit="USDT" value={overview.turnoverUsdt} />,
          },
          { key: 'markets', label: of('overview.markets'), value: overview.marketsCount },
          { key: 'coins', label: of('overview.coins'), value: overview.coinsCount },
          { key: 'up', label: of('overview.risers'), value: overview.risersCount },
          { key: 'down', label: of('overview.fallers'), value: overview.fallersCount },
          {
            key: 'contracts',
            label: of('overview.contracts'),
            value: contracts.rows.length === 0 ? '--' : contracts.rows.length,
          },
        ]}
        isColumns
      />
      <h2 className="market-subtitle">{of('overview.heat')}</h2>
      <HeatMap tiles={loaderData.tiles} />
      <div className="overview-pair">
        <Days days={loaderData.days} />
        <Bitcoin dominance={loaderData.dominance} />
      </div>
      <Movers lines={loaderData.lines} ranked={loaderData.ranked} rows={rows} />
      <h2 className="market-subtitle">{of('overview.etf')}</h2>
      <MarketTable lines={loaderData.lines} rows={etf} />
      <h2 className="market-subtitle">{of('overview.contracts')}</h2>
      <Contracts
        action={<ButtonLink to={`/${locale}/market`}>{t('home.all')}</ButtonLink>}
        market={contracts}
      />
      {contracts.days.length === 0 ? null : <Days days={contracts.days} />}
    </main>
  );
}

/** Width of the map divided by its height, and how many tiles can be read on it. */
const desk = { ratio: 2.4, tilesMax: 24 };
const phone = { ratio: 0.8, tilesMax: 12 };

function HeatMap(props: { tiles: readonly HeatTile[] }) {
  const of = useTexts('coins');
  const locale = useLocale();
  const { ratio, tilesMax } = useScreen() === 'phone' ? phone : desk;
  const tiles = props.tiles.slice(0, tilesMax);
  if (tiles.length === 0)
    return <EmptyState actions={<NextSteps />} title={of('overview.noTrades')} />;
  // By the square root, so that small markets can be read beside the largest.
  const places = placeTiles(
    tiles.map((tile) => Math.sqrt(Number(tile.turnoverUsdt))),
    ratio,
  );
  return (
    <>
      <ul aria-label={of('overview.heat')} className="heat-map">
        {tiles.map((tile, at) => {
          const place = places[at];
          const isDown = tile.change.startsWith('-');
          const isFlat = !/[1-9]/.test(tile.change);
          return (
            <li
              key={tile.tradeId}
              style={{
                insetBlockStart: `${place?.top}%`,
                insetInlineStart: `${place?.left}%`,
                inlineSize: `${place?.width}%`,
                blockSize: `${place?.height}%`,
              }}
            >
              <Link
                className="heat-tile"
                data-way={isFlat ? 'flat' : isDown ? 'down' : 'up'}
                to={spotAddress(locale, tile)}
              >
                <b>{tile.baseCurrency}</b>
                <span className="heat-quote">{`/${tile.quoteCurrency}`}</span>
                <span className="heat-change">
                  <Percent value={tile.change} />
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
      <p className="market-lead">{of('overview.heatNote')}</p>
    </>
  );
}

function Days(props: { days: readonly TurnoverDay[] }) {
  const of = useTexts('coins');
  const locale = languageTagOf(useLocale());
  const { days } = props;
  const most = Math.max(1, ...days.map((day) => Number(day.turnoverUsdt)));
  return (
    <section>
      <h2 className="market-subtitle">{of('overview.days')}</h2>
      {days.length === 0 ? <p className="market-lead">{of('overview.noTrades')}</p> : null}
      <ul className="day-bars">
        {days.map((day) => (
          <li key={day.day}>
            <span>
              {formatMoment(Date.parse(day.day), { locale, form: 'date', timeZone: 'UTC' })}
            </span>
            <span aria-hidden="true" className="day-bar">
              <span style={{ inlineSize: `${(Number(day.turnoverUsdt) / most) * 100}%` }} />
            </span>
            <Money isCompact unit="USDT" value={day.turnoverUsdt} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Bitcoin(props: { dominance: Dominance }) {
  const of = useTexts('coins');
  const { percent, btcTurnoverUsdt } = props.dominance;
  return (
    <section>
      <h2 className="market-subtitle">{of('overview.dominance')}</h2>
      <p className="coin-price overview-share">
        <Percent isRate value={percent} />
      </p>
      <Meter label={of('overview.dominance')} share={Number(percent) / 100} />
      <p className="market-lead">
        {of('overview.dominanceNote')} <Money isCompact unit="USDT" value={btcTurnoverUsdt} />
      </p>
    </section>
  );
}

function Movers(props: {
  rows: readonly MarketRow[];
  ranked: Readonly<Record<ListName, readonly number[]>>;
  lines: Readonly<Record<string, readonly string[]>>;
}) {
  const t = useTexts('market');
  const of = useTexts('coins');
  const [list, setList] = useState<ListName>('hot-listings');
  const byId = new Map(props.rows.map((row) => [row.tradeId, row]));
  const shown = props.ranked[list].flatMap((tradeId) => byId.get(tradeId) ?? []);
  return (
    <Tabs
      label={of('overview.lists')}
      onChange={setList}
      tabs={lists.map((value) => ({
        value,
        label: value === 'recommends' ? of('overview.recommends') : t(`ranking.${value}`),
      }))}
      value={list}
    >
      <MarketTable lines={props.lines} rows={shown} />
    </Tabs>
  );
}
