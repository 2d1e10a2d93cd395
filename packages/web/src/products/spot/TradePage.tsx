// The trade page: the server gives head, strip and the final geometry; the browser brings the
// workspace, which never hydrates live data. It is imported plainly, so that the document names its
// files in its head: a lazy part would begin to load only when this module runs.
// Not the parts of the workspace (layout/Workspace.tsx).
import { type MarketInfo, marketRoutes, type TickerRow } from '@isobath/wire';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { redirect, type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router';
import type { Route } from './+types/TradePage';
import { browserLive } from '../../base/live.ts';
import { marketCodeOf } from '../../base/market-code.ts';
import { readBrandName } from '../../base/house.ts';
import { describePage } from '../../base/page-about.ts';
import { pageRequest } from '../../base/page-context.ts';
import { useTexts } from '../../base/texts.tsx';
import { Geometry } from './layout/Geometry.tsx';
import { Workspace } from './layout/Workspace.tsx';
import { loadKnown } from './market/known-markets.ts';
import { findMarket, type Market, readMarket } from './market/market.ts';
import { MarketList } from './market/MarketPicker.tsx';
import { MarketStrip } from './market/MarketStrip.tsx';
import { PickerFace } from './market/PickerFace.tsx';
import './trade.css';
import './trade-panels.css';
import './trade-charts.css';
import './trade-lines.css';
import './trade-lists.css';
import './trade-phone.css';
import './describe/describe.css';

/** Texts of this page. */
export const handle = { texts: ['spot', 'trade'] } as const;

interface TradeData {
  readonly info: MarketInfo | null;
  readonly ticker: TickerRow | null;
  /** Decimals of assets by name in capitals. */
  readonly scales: Readonly<Record<string, number>>;
  /** What search engines are told of the market. */
  readonly about: string;
}

const firstCode = 'btc_usdt';

const nameOf = (info: MarketInfo) =>
  `${info.sellSymbol.toUpperCase()}/${info.buySymbol.toUpperCase()}`;

/** The market of the address, its ticker, and the decimals of its two coins. */
export async function loader({ context, request, params }: Route.LoaderArgs): Promise<TradeData> {
  const { client } = context.get(pageRequest);
  const code = new URL(request.url).searchParams.get('tradeCode') ?? '';
  if (code === '') throw redirect(`/${params.locale}/trade/exchange/?tradeCode=${firstCode}`);
  const [infos, tickers, coins] = await Promise.all([
    client.call(marketRoutes.markets),
    client.call(marketRoutes.tickers),
    client.call(marketRoutes.coins),
  ]);
  const info = findMarket(infos, code) ?? null;
  if (info === null) return { info, ticker: null, scales: {}, about: '' };
  const names = new Set([info.sellSymbol.toUpperCase(), info.buySymbol.toUpperCase()]);
  const scales = Object.fromEntries(
    coins
      .map((coin) => [coin.shortName.toUpperCase(), coin.decimals] as const)
      .filter(([name]) => names.has(name)),
  );
  const ticker = tickers.find((row) => row.symbol === info.symbol) ?? null;
  const about = await describePage(params.locale, 'trade', { pair: nameOf(info) });
  return { info, ticker, scales, about };
}

/** Another market is found in the browser: no page is asked for. */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs): boolean {
  return change.currentUrl.pathname !== change.nextUrl.pathname && change.defaultShouldRevalidate;
}

/** Title and description of the market. */
export function meta({ loaderData, matches }: Route.MetaArgs) {
  const house = readBrandName(matches);
  if (loaderData?.info == null) return [{ title: house }];
  return [
    { title: `${nameOf(loaderData.info)} ${house}` },
    { name: 'description', content: loaderData.about },
  ];
}

// The connection is on its way before React has looked at the page.
if (typeof window !== 'undefined') browserLive();

const never = () => () => {};

interface Found {
  readonly market: Market;
  readonly ticker: TickerRow | null;
}

/** The market of the address: the one that came with the page, or another one found here. */
function useMarket(data: TradeData, code: string): Found | null | 'unknown' {
  const [found, setFound] = useState<{ code: string; market: Market | null } | null>(null);
  const first = useMemo(() => {
    const { info } = data;
    if (info === null) return null;
    return readMarket(info, (asset) => data.scales[asset]);
  }, [data]);
  const isFirst = first !== null && (code === marketCodeOf(first.info) || code === first.symbol);
  useEffect(() => {
    if (isFirst) {
      const timer = setTimeout(() => void loadKnown().catch(() => {}), 2000);
      return () => clearTimeout(timer);
    }
    let isGone = false;
    void loadKnown().then(({ infos, scales }) => {
      const info = findMarket(infos, code);
      const market = info === undefined ? null : readMarket(info, (asset) => scales.get(asset));
      if (!isGone) setFound({ code, market });
    });
    return () => {
      isGone = true;
    };
  }, [code, isFirst]);
  return useMemo(() => {
    if (isFirst) return { market: first as Market, ticker: data.ticker };
    if (found?.code !== code) return data.info === null && found === null ? 'unknown' : null;
    return found.market === null ? 'unknown' : { market: found.market, ticker: null };
  }, [isFirst, first, found, code, data]);
}

/** An address that names no market leads to one by the picker. */
function UnknownMarket() {
  const t = useTexts('spot');
  const [, setParams] = useSearchParams();
  return (
    <main className="trade-unknown">
      <h1>{t('unknown.title')}</h1>
      <p>{t('unknown.text')}</p>
      <div className="trade-unknown-picker">
        <MarketList onOpen={(tradeCode) => setParams({ tradeCode })} />
      </div>
    </main>
  );
}

/** The trade page. */
export default function TradePage({ loaderData }: Route.ComponentProps) {
  const [params] = useSearchParams();
  const isBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const found = useMarket(loaderData, (params.get('tradeCode') ?? firstCode).toLowerCase());
  if (found === 'unknown') return <UnknownMarket />;
  if (found === null) return <Geometry strip={<div className="strip" />} />;
  const { market, ticker } = found;
  const placeholder = (
    <Geometry
      strip={
        <MarketStrip
          last={null}
          market={market}
          picker={
            <span className="strip-market">
              <PickerFace market={market} />
            </span>
          }
          ticker={ticker}
        />
      }
    />
  );
  return (
    <div className="trade" data-density="compact">
      {isBrowser ? (
        <Workspace firstTicker={ticker} market={market} placeholder={placeholder} />
      ) : (
        placeholder
      )}
    </div>
  );
}
