// What taking the book up to the row under the pointer would cost: average price, size, value,
// distance from the middle, and of the average from the best price. Numbers change without React.
// Not here: the rows. Used by OrderBook only.
import { ceilDivBig, calculateUnitsPerTickLot, formatDecimal } from '@isobath/core/math';
import { formatAmount, formatMoney, formatPrice, joinParts, showPercent } from '@isobath/ui';
import { useMemo, useRef } from 'react';
import { useTexts } from '../../../base/texts.tsx';
import { useTrade } from '../layout/trade-context.ts';
import { useLanguageTag } from '../layout/use-language-tag.ts';
import { showWhole } from '../market/market.ts';
import type { BookPicture } from './book-rows.ts';
import { readImpactPpm } from './grouping.ts';

/** The tip: an element to place, and what moves it. */
export interface BookTip {
  readonly Tip: () => React.ReactNode;
  show(picture: BookPicture): void;
}

const tipWidthPx = 216;
const gapPx = 8;
const names = ['average', 'sum', 'value', 'distance', 'impact'] as const;

/** Make the tip of a book. */
export function useBookTip(): BookTip {
  const { market, room } = useTrade();
  const { book } = room;
  const t = useTexts('spot');
  const locale = useLanguageTag();
  const tip = useRef<HTMLDListElement>(null);
  const cells = useRef(new Map<string, HTMLElement>());
  return useMemo(() => {
    const say = (name: (typeof names)[number], text: string) => {
      const cell = cells.current.get(name);
      if (cell !== undefined && cell.textContent !== text) cell.textContent = text;
    };
    const Tip = () => (
      <dl className="book-tip" hidden ref={tip}>
        {names.map((name) => (
          <div key={name}>
            <dt>{name === 'impact' ? t('receipt.impact') : t(`book.tip.${name}`)}</dt>
            <dd
              ref={(element) => {
                if (element !== null) cells.current.set(name, element);
              }}
            />
          </div>
        ))}
      </dl>
    );
    const show = (picture: BookPicture) => {
      const element = tip.current;
      if (element === null) return;
      const { hover } = picture;
      const side = picture.sides.find((each) => each.side === hover?.side);
      const row = hover === null ? undefined : side?.rows[hover.index];
      const isHidden = row === undefined || row.cumulativeLots === 0;
      // Writing an attribute asks for styles even when it changes nothing.
      if (element.hidden !== isHidden) element.hidden = isHidden;
      if (row === undefined || side === undefined || hover === null || isHidden) return;
      const isAsk = side.side === 'ask';
      const yPx = isAsk
        ? side.edgePx - (hover.index + 1) * picture.rowPx
        : side.edgePx + hover.index * picture.rowPx;
      // Fixed, because the panel around the book cuts what stands beside it.
      const box = element.parentElement?.getBoundingClientRect();
      if (box === undefined) return;
      const hasRoom = box.left > tipWidthPx + gapPx;
      element.style.left = `${hasRoom ? box.left - tipWidthPx - gapPx : box.right + gapPx}px`;
      element.style.top = `${Math.round(box.top + yPx)}px`;
      const lots = BigInt(row.cumulativeLots);
      const average = isAsk ? ceilDivBig(row.cumulativeValue, lots) : row.cumulativeValue / lots;
      const price = showWhole(Number(average), market.priceDecimals);
      const sum = showWhole(row.cumulativeLots, market.lotDecimals);
      const value = formatDecimal(
        row.cumulativeValue * calculateUnitsPerTickLot(market.scales),
        market.scales.quoteScale,
      );
      const part = { locale, standing: 'market' as const };
      say('average', joinParts(formatPrice(price, { ...part, decimals: market.priceDecimals })!));
      say('sum', `${joinParts(formatAmount(sum, part)!)} ${market.base}`);
      say('value', `${joinParts(formatMoney(value, part)!)} ${market.quote}`);
      const twice = picture.spread?.twiceMidTicks ?? 0;
      const ppm = twice === 0 ? 0 : Math.round(((row.priceTicks * 2 - twice) * 1e6) / twice);
      say('distance', showPercent(`${ppm < 0 ? '-' : ''}${showWhole(Math.abs(ppm), 4)}`, part));
      const [best = 0] = book[isAsk ? 'asks' : 'bids'].pricesTicks;
      const impact = showWhole(readImpactPpm(row, best, isAsk), 4);
      say('impact', showPercent(impact, { ...part, isSigned: false }));
    };
    return { Tip, show };
  }, [market, book, locale, t]);
}
