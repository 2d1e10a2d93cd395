import { ChevronDown, CoinIcon } from '@isobath/ui';
import type { Market } from './market.ts';

/** What the picker's button shows: coin and pair; the server shows it without its list. */
export function PickerFace({ market }: { market: Market }) {
  return (
    <>
      <CoinIcon code={market.base} size={24} />
      <span className="strip-pair">
        {market.base}
        <span className="order-quiet">/{market.quote}</span>
      </span>
      <ChevronDown aria-hidden="true" />
    </>
  );
}
