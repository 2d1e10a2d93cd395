// Book, depth and tape of the open market as tables.
import { useTexts } from '../../../base/texts.tsx';
import { readStep } from '../book/book-step.ts';
import { useTrade } from '../layout/trade-context.ts';
import type { BookSettings } from '../layout/trade-settings.ts';
import { useLanguageTag } from '../layout/use-language-tag.ts';
import { CanvasDescribe } from './CanvasDescribe.tsx';
import { describeDepth, describePrints, describeSide } from './describe.ts';

function useTelling() {
  const { market, room } = useTrade();
  const locale = useLanguageTag();
  return { market, room, telling: { market, locale }, t: useTexts('spot') };
}

/** The best prices of both sides, in the step that the book is shown in. */
export function BookDescribe({ settings }: { settings: BookSettings }) {
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
        rows: describeSide(room.book.asks, { side: 'ask', stepTicks }, telling),
      },
      {
        caption: t('book.ladderBids', { asset: market.base }),
        heads,
        rows: describeSide(room.book.bids, { side: 'bid', stepTicks }, telling),
      },
    ];
  };
  const symbol = `${market.base}/${market.quote}`;
  return <CanvasDescribe isWide of={t('book.canvas', { symbol })} read={read} />;
}

/** How much rests up to some distances. */
export function DepthDescribe() {
  const { market, room, telling, t } = useTelling();
  const read = () => [
    {
      caption: t('depth.canvas'),
      heads: [
        t('book.tip.distance'),
        t('book.ladderBids', { asset: market.base }),
        t('book.ladderAsks', { asset: market.base }),
      ],
      rows: describeDepth(room.book, telling),
    },
  ];
  return <CanvasDescribe of={t('depth.canvas')} read={read} />;
}

/** The newest trades. */
export function TapeDescribe() {
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
      rows: describePrints(room.tape.prints, sides, telling),
    },
  ];
  return <CanvasDescribe of={t('tape.canvas')} read={read} />;
}
