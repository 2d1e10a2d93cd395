import { ChevronDown, CoinIcon } from '@isobath/ui';
import type { Market } from './market.ts';

/** What the picker's button shows: coin and pair; the server shows it without its list. */
export function PickerFace({ market, sizePx = 24 }: { market: Market; sizePx?: number }) {
  return (
    <>
      <CoinIcon code={market.base} size={sizePx} />
      <span className="strip-pair">
        {market.base}
        <span className="order-quiet">/{market.quote}</span>
      </span>
      <ChevronDown aria-hidden="true" />
    </>
  );
}
