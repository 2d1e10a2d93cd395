// One coin: its price, the day's line, where it trades, and a converter.
// Not a place to trade: it leads to one.
import { marketRoutes } from '@isobath/wire';
import { CoinIcon, EmptyState, KeyValue, Money, Percent, Price, Sparkline } from '@isobath/ui';
import type { Route } from './+types/CoinInfoPage';
import { readHouseName } from '../../base/house.ts';
import { pageRequest } from '../../base/page-context.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { ButtonLink } from '../../base/ButtonLink.tsx';
import { loadMarkets, useLiveRows } from './market-data.ts';
import { MarketTable } from './MarketTable.tsx';
import './market.css';

/** Area of markets of leveraged tokens. */
const LEVERAGED_AREA = 6;

/** Texts of this page. */
export const handle = { texts: ['market'] } as const;

/** The coin of `?coin=`, its markets and lines; BTC without one. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { client } = context.get(pageRequest);
  const name = (new URL(request.url).searchParams.get('coin') ?? 'BTC').toUpperCase().slice(0, 20);
  const coins = await client.call(marketRoutes.coins);
  const coin = coins.find((one) => one.shortName === name) ?? null;
  const all = await loadMarkets(client);
  const rows = all.filter((row) => row.baseCurrency === name || row.quoteCurrency === name);
  const symbols = rows.map((row) => row.symbol).join(',');
  const trendlines =
    symbols === '' ? [] : await client.call(marketRoutes.trendlines, { query: { symbols } });
  const lines = Object.fromEntries(trendlines.map(({ symbol, points }) => [symbol, points]));
  return { name, coin, rows, lines };
}

/** Title. */
export function meta({ loaderData, matches }: Route.MetaArgs) {
  const house = readHouseName(matches);
  const name = loaderData?.coin?.name;
  return [{ title: name === undefined ? house : `${name} - ${house}` }];
}

/** The coin page. */
export default function CoinInfoPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('market');
  const locale = useLocale();
  const rows = useLiveRows(loaderData.rows);
  const { coin, name, lines } = loaderData;
  if (coin === null) {
    return (
      <main className="market-page">
        <EmptyState
          actions={
            <ButtonLink to={`/${locale}/market`} variant="primary">
              {t('home.all')}
            </ButtonLink>
          }
          title={t('coin.unknown', { name })}
        />
      </main>
    );
  }
  const main = rows.find((row) => row.baseCurrency === name);
  return (
    <main className="market-page">
      <div className="coin-head">
        <CoinIcon code={coin.shortName} size={40} />
        <h1 className="market-title">
          {coin.name} <span className="market-quote">{coin.shortName}</span>
        </h1>
        {main === undefined ? null : (
          <ButtonLink to={`/${locale}/trade/exchange/?tradeCode=${main.code}`} variant="primary">
            {t('trade')}
          </ButtonLink>
        )}
      </div>
      {main === undefined ? null : (
        <div className="coin-facts">
          <p className="coin-price">
            <Price decimals={main.priceDecimals} unit={main.quoteCurrency} value={main.last} />
            <Percent hasArrow value={main.change} />
          </p>
          <Sparkline
            change={main.change}
            heightPx={72}
            label={t('dayOf', { market: main.symbol })}
            values={lines[main.symbol] ?? []}
            widthPx={320}
          />
          <KeyValue
            facts={[
              {
                key: 'high',
                label: t('high'),
                value: <Price decimals={main.priceDecimals} value={main.high} />,
              },
              {
                key: 'low',
                label: t('low'),
                value: <Price decimals={main.priceDecimals} value={main.low} />,
              },
              {
                key: 'volume',
                label: t('volume'),
                value: <Money unit={main.quoteCurrency} value={main.quoteVolume} />,
              },
              { key: 'decimals', label: t('coin.decimals'), value: coin.decimals },
            ]}
          />
        </div>
      )}
      {main?.tradeArea === LEVERAGED_AREA ? <p>{t('coin.leveraged')}</p> : null}
      <h2 className="market-subtitle">{t('coin.markets')}</h2>
      <MarketTable lines={lines} rows={rows} />
    </main>
  );
}
