// One coin: its price, the day's line, where it trades, a converter, and how it comes and goes.
// Not a place to trade: it leads to one.
import { coinLinks, configurationRoutes, marketRoutes } from '@isobath/wire';
import {
  CoinIcon,
  EmptyState,
  IconButton,
  KeyValue,
  Money,
  Percent,
  Price,
  Sparkline,
  Star,
} from '@isobath/ui';
import type { Route } from './+types/CoinInfoPage';
import { AlertLink } from '../../base/AlertLink.tsx';
import { useFavourites } from '../../base/favourites.ts';
import { readBrandName } from '../../base/house.ts';
import { describePage } from '../../base/page-about.ts';
import { readDayChange } from '../../base/market-code.ts';
import { pageRequest } from '../../base/page-context.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { ButtonLink } from '../../base/ButtonLink.tsx';
import { Converter } from './coin/Converter.tsx';
import { LongMarketTable } from './LongMarketTable.tsx';
import { type DayLines, loadMarkets, type MarketRow, useLiveRows } from './market-data.ts';
import './market.css';

/** Area of markets of leveraged tokens. */
const LEVERAGED_AREA = 6;

/** Texts of this page. */
export const handle = { texts: ['coins', 'market'] } as const;

/** The coin of `?coin=`, its markets and lines; BTC without one. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { client } = context.get(pageRequest);
  const name = (new URL(request.url).searchParams.get('coin') ?? 'BTC').toUpperCase().slice(0, 20);
  const [coins, all, { rates }] = await Promise.all([
    client.call(marketRoutes.coins),
    loadMarkets(client),
    client.call(configurationRoutes.currencyRates),
  ]);
  const coin = coins.find((one) => one.shortName === name) ?? null;
  const rows = all.filter((row) => row.baseCurrency === name || row.quoteCurrency === name);
  const symbols = rows.map((row) => row.symbol).join(',');
  const trendlines =
    symbols === '' ? [] : await client.call(marketRoutes.trendlines, { query: { symbols } });
  const lines = Object.fromEntries(trendlines.map(({ symbol, points }) => [symbol, points]));
  const about = coin && (await describePage(params.locale, 'coin', { coin: coin.name }));
  return { name, coin, rows: all, rates, lines, about };
}

/** Title, and what search engines are told of the coin. */
export function meta({ loaderData, matches }: Route.MetaArgs) {
  const house = readBrandName(matches);
  const name = loaderData?.coin?.name;
  if (name === undefined) return [{ title: house }];
  return [
    { title: `${name} - ${house}` },
    { name: 'description', content: loaderData?.about ?? '' },
  ];
}

/** The coin page. */
export default function CoinInfoPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('coins');
  const all = useLiveRows(loaderData.rows);
  const { coin, name, lines, rates } = loaderData;
  if (coin === null) return <UnknownCoin name={name} rows={all} />;
  const rows = all.filter((row) => row.baseCurrency === name || row.quoteCurrency === name);
  const main = rows.find((row) => row.baseCurrency === name);
  return (
    <main className="market-page">
      <div className="coin-head">
        <CoinIcon code={coin.shortName} size={40} src={coin.webLogo || undefined} />
        <h1 className="market-title">
          {coin.name} <span className="market-quote">{coin.shortName}</span>
        </h1>
        <CoinActions coinId={coin.coinId} main={main} />
      </div>
      {main === undefined ? null : (
        <Facts decimals={coin.decimals} line={lines[main.symbol] ?? []} main={main} />
      )}
      {main?.tradeArea === LEVERAGED_AREA ? <p>{t('coin.leveraged')}</p> : null}
      {coin.text === '' ? null : <p className="market-lead">{coin.text}</p>}
      <CoinLinks links={coin.links} />
      <h2 className="market-subtitle">{t('coin.markets')}</h2>
      <LongMarketTable lines={lines} rows={rows} />
      <Converter name={name} prices={{ rows: all, rates }} />
      <h2 className="market-subtitle">{t('networks.title')}</h2>
      <p className="market-lead">{t('networks.none')}</p>
      {main === undefined ? null : (
        <div className="coin-bar">
          <ToTrade main={main} />
        </div>
      )}
    </main>
  );
}

/** Where the house says that the coin is at home; nothing where it says nothing. */
function CoinLinks({ links }: { links: Readonly<Record<string, string>> }) {
  const t = useTexts('coins');
  const known = coinLinks.filter((name) => links[name]);
  if (known.length === 0) return null;
  return (
    <p className="coin-links">
      {known.map((name) => (
        <a
          className="ui-link"
          href={links[name]}
          key={name}
          rel="noopener noreferrer"
          target="_blank"
        >
          {t(`coin.${name}`)}
        </a>
      ))}
    </p>
  );
}

const SUGGESTED = 4;

/** No such coin: the most traded ones that begin alike, or simply the most traded ones. */
function UnknownCoin(props: { name: string; rows: readonly MarketRow[] }) {
  const t = useTexts('coins');
  const market = useTexts('market');
  const locale = useLocale();
  const sorted = props.rows
    .filter((row) => row.quoteCurrency === 'USDT' && row.tradeArea !== LEVERAGED_AREA)
    .toSorted((one, two) => Number(two.quoteVolume) - Number(one.quoteVolume))
    .map((row) => row.baseCurrency);
  const alike = sorted.filter((name) => name.startsWith(props.name.slice(0, 1)));
  const names = [...new Set([...alike, ...sorted])].slice(0, SUGGESTED);
  return (
    <main className="market-page">
      <h1 className="ui-sr">{props.name}</h1>
      <EmptyState
        actions={
          <>
            {names.map((name) => (
              <ButtonLink key={name} to={`/${locale}/coinInfo?coin=${name}`}>
                {name}
              </ButtonLink>
            ))}
            <ButtonLink to={`/${locale}/market`} variant="primary">
              {market('home.all')}
            </ButtonLink>
          </>
        }
        text={names.length === 0 ? undefined : t('coin.suggested')}
        title={t('coin.unknown', { name: props.name })}
      />
    </main>
  );
}

/** To the market that prices the coin: beside the other deeds, on a phone at the thumb. */
function ToTrade({ main }: { main: MarketRow }) {
  const t = useTexts('market');
  const locale = useLocale();
  return (
    <ButtonLink to={`/${locale}/trade/exchange/?tradeCode=${main.code}`} variant="primary">
      {t('trade')}
    </ButtonLink>
  );
}

/** Star, alert, deposit, trade. @param main - the market that prices the coin, if there is one. */
function CoinActions(props: { coinId: number; main: MarketRow | undefined }) {
  const t = useTexts('market');
  const shell = useTexts('shell');
  const locale = useLocale();
  const { tradeIds, turn } = useFavourites();
  const { main } = props;
  const deposit = (
    <ButtonLink to={`/${locale}/assetManagement/topup?name=${props.coinId}`} variant="quiet">
      {shell('link.topUp')}
    </ButtonLink>
  );
  if (main === undefined) return <div className="coin-acts">{deposit}</div>;
  return (
    <div className="coin-acts">
      <IconButton
        icon={<Star />}
        isPressed={tradeIds.includes(main.tradeId)}
        label={t('favourite')}
        onClick={() => turn(main.tradeId)}
      />
      <AlertLink request={{ symbol: main.symbol }}>{t('setAlert')}</AlertLink>
      {deposit}
      <ToTrade main={main} />
    </div>
  );
}

function Facts(props: { main: MarketRow; line: DayLines[string]; decimals: number }) {
  const t = useTexts('market');
  const coins = useTexts('coins');
  const { main } = props;
  return (
    <div className="coin-facts">
      <p className="coin-price">
        <Price decimals={main.priceDecimals} unit={main.quoteCurrency} value={main.last} />
        <Percent hasArrow value={readDayChange(main)} />
      </p>
      <Sparkline
        change={main.change}
        heightPx={72}
        label={t('dayOf', { market: main.symbol })}
        values={props.line}
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
          { key: 'decimals', label: coins('coin.decimals'), value: props.decimals },
        ]}
      />
    </div>
  );
}
