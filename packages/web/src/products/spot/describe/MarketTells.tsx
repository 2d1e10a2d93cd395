// Book, depth and tape of the open market as tables.
import { useTexts } from '../../../base/texts.tsx';
import { readStep } from '../book/book-step.ts';
import { useTrade } from '../layout/trade-context.ts';
import type { BookSettings } from '../layout/trade-settings.ts';
import { useLanguageTag } from '../layout/use-language-tag.ts';
import { CanvasTell } from './CanvasTell.tsx';
import { tellDepth, tellPrints, tellSide } from './tell.ts';

function useTelling() {
  const { market, room } = useTrade();
  const locale = useLanguageTag();
  return { market, room, telling: { market, locale }, t: useTexts('spot') };
}

/** The best prices of both sides, in the step that the book is shown in. */
export function BookTell({ settings }: { settings: BookSettings }) {
  const { market, room, telling, t } = useTelling();
  const heads = [
    t('book.price', { asset: market.quote }),
    t('book.size', { asset: market.base }),
    t('book.sum', { asset: market.base }),
  ];
  const read = () => {
    const stepTicks = readStep(settings, market.symbol, room.last.read());
    return [
      {
        caption: t('book.ladderAsks', { asset: market.base }),
        heads,
        rows: tellSide(room.book.asks, { side: 'ask', stepTicks }, telling),
      },
      {
        caption: t('book.ladderBids', { asset: market.base }),
        heads,
        rows: tellSide(room.book.bids, { side: 'bid', stepTicks }, telling),
      },
    ];
  };
  const symbol = `${market.base}/${market.quote}`;
  return <CanvasTell isWide of={t('book.canvas', { symbol })} read={read} />;
}

/** How much rests up to some distances. */
export function DepthTell() {
  const { market, room, telling, t } = useTelling();
  const read = () => [
    {
      caption: t('depth.canvas'),
      heads: [
        t('book.tip.distance'),
        t('book.ladderBids', { asset: market.base }),
        t('book.ladderAsks', { asset: market.base }),
      ],
      rows: tellDepth(room.book, telling),
    },
  ];
  return <CanvasTell of={t('depth.canvas')} read={read} />;
}

/** The newest trades. */
export function TapeTell() {
  const { market, room, telling, t } = useTelling();
  const sides = {
    buy: t('orders.buy'),
    sell: t('orders.sell'),
  };
  const read = () => [
    {
      caption: t('tape.canvas'),
      heads: [
        t('book.price', { asset: market.quote }),
        t('book.size', { asset: market.base }),
        t('tell.side'),
        t('tape.time'),
      ],
      rows: tellPrints(room.tape.prints, sides, telling),
    },
  ];
  return <CanvasTell of={t('tape.canvas')} read={read} />;
}
