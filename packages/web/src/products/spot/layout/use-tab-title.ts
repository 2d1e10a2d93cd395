// Price in the tab, and the day's direction as the notch of the icon.
import { faviconUrl, formatPrice, joinParts, readDirection } from '@isobath/ui';
import type { TickerRow } from '@isobath/wire';
import { useEffect } from 'react';
import { useRootData } from '../../../base/session.ts';
import type { MarketRoom } from '../live/market-room.ts';
import { showWhole } from '../market/market.ts';
import { useLanguageTag } from './use-language-tag.ts';

const everyMs = 1000;

/** Keep title and icon with the market, once a second at most. */
export function useTabTitle(room: MarketRoom, ticker: TickerRow | null): void {
  const locale = useLanguageTag();
  const { market } = room;
  const { accent, picture } = useRootData().config.brand;
  useEffect(() => {
    let wroteAtMs = Number.NEGATIVE_INFINITY;
    const write = () => {
      const last = room.last.read();
      if (last === 0) return;
      wroteAtMs = performance.now();
      const price = formatPrice(showWhole(last, market.priceDecimals), {
        locale,
        decimals: market.priceDecimals,
      });
      const text = price === null ? '' : joinParts(price);
      document.title = `${text} ${market.base}/${market.quote}`;
    };
    write();
    const timer = setInterval(write, everyMs);
    // A browser lets the clocks of a hidden tab sleep for a minute; what the line brings it hears.
    const stop = room.last.listen(() => {
      if (performance.now() - wroteAtMs >= everyMs) write();
    });
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [room, market, locale]);
  const direction = ticker === null ? undefined : readDirection(ticker.change);
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
    // A picture that the operator set has no notch to turn.
    if (icon === null || direction === undefined || picture !== '') return;
    icon.href = faviconUrl(accent, direction);
    return () => {
      icon.href = faviconUrl(accent);
    };
  }, [direction, accent, picture]);
}
