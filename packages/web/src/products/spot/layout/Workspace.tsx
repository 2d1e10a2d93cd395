// The live part of the trade page: opens the market's room and my own store, shares the form, and
// arranges the panels for the width at hand. Browser only.
import { OfflineBar } from '@isobath/ui';
import type { MarketInfo, TickerRow } from '@isobath/wire';
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { loginAddress } from '../../../base/address.ts';
import { browserClient } from '../../../base/client.ts';
import { browserLive, useLiveState } from '../../../base/live.ts';
import { marketCodeOf } from '../../../base/market-code.ts';
import { useSession } from '../../../base/session.ts';
import { useLocale } from '../../../base/texts.tsx';
import { noteMarket } from '../../../base/trade/note-market.ts';
import { useValue } from '../../../base/value.ts';
import { openKeepers } from '../chart/saved-chart.ts';
import { againName } from '../form/again.ts';
import { createFormReducer, emptyForm, type FormState } from '../form/form-state.ts';
import { QuickOrder } from '../form/QuickOrder.tsx';
import { useAgain } from '../form/use-again.ts';
import { KeyDesk } from '../keys/KeyDesk.tsx';
import { type MarketRoom, openMarketRoom } from '../live/market-room.ts';
import { openOwnLevels, type OwnLevels } from '../live/own-levels.ts';
import { openOwnStore, type OwnStore } from '../live/own-store.ts';
import { type Market, showWhole } from '../market/market.ts';
import { MarketPicker } from '../market/MarketPicker.tsx';
import { MarketStrip } from '../market/MarketStrip.tsx';
import { AuctionBanner } from './AuctionBanner.tsx';
import { DeskLayout } from './DeskLayout.tsx';
import { Foot } from './Foot.tsx';
import { OwnNewsPublisher } from './OwnNewsPublisher.tsx';
import { PhoneLayout } from './PhoneLayout.tsx';
import { SmallLayout } from './SmallLayout.tsx';
import { StripTools } from './StripTools.tsx';
import { type Trade, TradeContext } from './trade-context.ts';
import { useLayoutAddress } from './use-layout-address.ts';
import { useTabTitle } from './use-tab-title.ts';
import { useWidth } from './use-width.ts';

const draftName = 'isobath.trade.draft';

function useRoom(market: Market, first: TickerRow | null): MarketRoom | null {
  const [room, setRoom] = useState<MarketRoom | null>(null);
  useEffect(() => {
    noteMarket(marketCodeOf(market.info));
    const opened = openMarketRoom(market, browserLive(), first);
    setRoom(opened);
    return () => {
      setRoom(null);
      opened.close();
    };
    // The ticker of the page is only the room's first picture.
  }, [market]);
  // The room of another market is never shown under this one's name.
  return room?.market === market ? room : null;
}

/** What is a person's own on this page. */
interface Mine {
  readonly own: OwnStore;
  readonly levels: OwnLevels;
}

function useMine(): Mine | null {
  const isSignedIn = useSession() !== null;
  const [mine, setMine] = useState<Mine | null>(null);
  useEffect(() => {
    if (!isSignedIn) return;
    const own = openOwnStore(browserClient(), browserLive());
    const levels = openOwnLevels(browserClient(), own);
    setMine({ own, levels });
    void own.load();
    void levels.loadAlerts();
    // Another tab may have changed them.
    const look = () => {
      if (!document.hidden) void levels.loadAlerts();
    };
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      setMine(null);
      levels.close();
      own.close();
    };
  }, [isSignedIn]);
  return mine;
}

/** What of a form belongs to one market alone. */
const emptyPrices = {
  price: '',
  size: '',
  total: '',
  stopPrice: '',
  stopLimitPrice: '',
  targetPrice: '',
  activationPrice: '',
  visibleSize: '',
  riskPercent: '',
  riskTotal: '',
} as const;

const trailingEveryMs = 2_000;
/** The answer comes from rows that are written a moment late: it is asked again so many times. */
const trailingAsksCount = 3;

/** Keep the triggers of trailing stops true while the price moves. */
function useTrailing(room: MarketRoom | null, own: OwnStore | null): void {
  useEffect(() => {
    if (room === null || own === null) return;
    let seen = room.last.read();
    let asksLeft = 0;
    const timer = setInterval(() => {
      const last = room.last.read();
      if (last !== seen) asksLeft = trailingAsksCount;
      if (asksLeft === 0 || document.hidden) return;
      seen = last;
      asksLeft -= 1;
      void own.refreshTrailing();
    }, trailingEveryMs);
    return () => clearInterval(timer);
  }, [room, own]);
}

/** What a browser tab keeps of the form. */
interface Draft {
  readonly symbol: string;
  /** It was filled in before signing in. */
  readonly isGuest: boolean;
  readonly form: FormState;
}

function readDraft(): Draft {
  const none = { symbol: '', isGuest: false, form: emptyForm };
  try {
    const kept = JSON.parse(sessionStorage.getItem(draftName) ?? 'null') as Draft | null;
    return kept === null ? none : { ...none, ...kept, form: { ...emptyForm, ...kept.form } };
  } catch {
    return none;
  }
}

/** The form of a market; left for signing in, it comes back as it was. */
function useForm(market: Market, room: MarketRoom | null, isGuest: boolean) {
  const reducer = useMemo(() => createFormReducer(market), [market]);
  const [draft] = useState(readDraft);
  const [form, dispatch] = useReducer(reducer, draft.form);
  const { symbol } = market;
  const returned = useRef(draft.isGuest && !isGuest ? draft.symbol : '');
  useEffect(() => {
    sessionStorage.setItem(draftName, JSON.stringify({ symbol, isGuest, form } satisfies Draft));
  }, [symbol, isGuest, form]);
  useEffect(() => {
    const isReturned = returned.current === market.symbol;
    if (!isReturned) {
      returned.current = '';
      dispatch({ type: 'change', values: emptyPrices });
    }
    if (room === null) return;
    // The price is filled once, near the market, when the book has come; typing is never undone,
    // and an order that is placed again brings its own.
    const isAgain = new URLSearchParams(location.search).has(againName);
    let isFilled = isAgain || (isReturned && draft.form.price !== '');
    const fill = () => {
      const ask = room.book.asks.pricesTicks[0];
      const bid = room.book.bids.pricesTicks[0];
      if (isFilled || ask === undefined || bid === undefined) return;
      isFilled = true;
      const price = showWhole(bid, market.priceDecimals);
      dispatch({ type: 'change', values: { price } });
    };
    fill();
    return room.book.listen(fill);
  }, [market, room, draft]);
  return { form, dispatch };
}

function StripOfRoom({ room, firstTicker }: { room: MarketRoom; firstTicker: TickerRow | null }) {
  const ticker = useValue(room.ticker, 250) ?? firstTicker;
  const last = useValue(room.last, 250);
  const state = useLiveState();
  const [isOpen, setOpen] = useState(false);
  const openPicker = useCallback(() => setOpen(true), []);
  useTabTitle(room, ticker);
  return (
    <>
      <KeyDesk openPicker={openPicker} />
      <MarketStrip
        end={<StripTools />}
        isOld={state !== 'live' && room.book.heardAtMs > 0}
        last={last === 0 ? null : showWhole(last, room.market.priceDecimals)}
        market={room.market}
        picker={<MarketPicker isOpen={isOpen} onOpenChange={setOpen} />}
        ticker={ticker}
      />
    </>
  );
}

function Offline({ room }: { room: MarketRoom }) {
  const state = useLiveState();
  const sinceMs = room.book.heardAtMs === 0 ? Date.now() : room.book.heardAtMs;
  return <OfflineBar sinceMs={state === 'offline' ? sinceMs : null} />;
}

/** Fee rates of a market at a VIP level. */
export function readFees(info: MarketInfo, vipLevel: number) {
  return {
    makerPpm: info.makerPpm[vipLevel] ?? info.makerPpm[0] ?? 0,
    takerPpm: info.takerPpm[vipLevel] ?? info.takerPpm[0] ?? 0,
  };
}

/** The workspace of one market. */
export function Workspace(props: {
  market: Market;
  firstTicker: TickerRow | null;
  placeholder: React.ReactNode;
}) {
  const { market, firstTicker } = props;
  const room = useRoom(market, firstTicker);
  const mine = useMine();
  const own = mine?.own ?? null;
  useTrailing(room, own);
  const session = useSession();
  const locale = useLocale();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const width = useWidth();
  const { form, dispatch } = useForm(market, room, session === null);
  useAgain(room, dispatch);
  useLayoutAddress(width === 'phone');
  const vipLevel = session?.vipLevel ?? 0;
  const findKeeper = useMemo(() => openKeepers(own === null ? null : browserClient()), [own]);
  const trade = useMemo<Trade | null>(() => {
    if (room === null) return null;
    return {
      market,
      room,
      own,
      levels: mine?.levels ?? null,
      client: browserClient(),
      fees: readFees(market.info, vipLevel),
      form,
      dispatch,
      findKeeper,
      firstTicker,
      width,
      isPhone: width === 'phone',
      loginTo: loginAddress(locale, pathname + search),
      openMarket(code) {
        const query = new URLSearchParams(search);
        query.set('tradeCode', code);
        void navigate(`/${locale}/trade/exchange/?${query}`, { preventScrollReset: true });
      },
      openMoney: (page) => void navigate(`/${locale}/assetManagement/${page}`),
    };
  }, [
    market,
    room,
    own,
    mine,
    vipLevel,
    form,
    dispatch,
    findKeeper,
    firstTicker,
    width,
    locale,
    pathname,
    search,
    navigate,
  ]);
  if (trade === null || room === null || (session !== null && own === null)) {
    return props.placeholder;
  }
  const Layout = { phone: PhoneLayout, small: SmallLayout, large: DeskLayout }[width];
  return (
    <TradeContext value={trade}>
      <Offline room={room} />
      <StripOfRoom firstTicker={firstTicker} room={room} />
      <AuctionBanner />
      {width === 'large' ? <QuickOrder /> : null}
      <Layout />
      <Foot />
      <OwnNewsPublisher />
    </TradeContext>
  );
}
