// What a market stands at now, beside what a message said of it. Shown by MessageList.tsx.
import { Percent, Price } from '@isobath/ui';
import { useLivePrices } from '../../base/live-prices.ts';
import { readDayChange } from '../../base/market-code.ts';
import { useTexts } from '../../base/texts.tsx';

/** The chip; nothing while the price is unknown. @param symbol - such as btc_usdt. */
export function QuoteChip(props: { symbol: string; pair: string }) {
  const t = useTexts('inbox');
  const prices = useLivePrices();
  const ticker = [...prices.values()].find(({ symbol }) => symbol === props.symbol);
  if (ticker === undefined) return null;
  return (
    <span className="inbox-quote">
      <span className="inbox-quote-name">{`${props.pair} · ${t('quote.now')}`}</span>
      <Price decimals={ticker.last.split('.')[1]?.length ?? 0} value={ticker.last} />
      <Percent value={readDayChange(ticker)} />
    </span>
  );
}
