// The candles by keys: arrows go from one to the next, the crosshair goes with them, and each is
// read out. It takes no pointer: that belongs to the chart below it.
import { type KeyboardEvent, useState } from 'react';
import { useTexts } from '../../../base/texts.tsx';
import type { ChartEngine } from '../chart/chart-engine.ts';
import { useChartMarket } from '../layout/trade-context.ts';
import { useLanguageTag } from '../layout/use-language-tag.ts';
import { CanvasDescribe } from './CanvasDescribe.tsx';
import { moveCandle, describeCandle, describeCandles } from './describe.ts';

const heads = ['time', 'open', 'high', 'low', 'close', 'volume'] as const;

/** Keys and tables of an opened chart. */
export function ChartKeys({ engine }: { engine: ChartEngine }) {
  const market = useChartMarket();
  const t = useTexts('spot');
  const locale = useLanguageTag();
  /** When the candle begins that is read: places move when older ones come. */
  const [atMs, setAtMs] = useState<number | null>(null);
  const telling = { market, locale };
  const candles = engine.readCandles();
  const found = candles.findIndex(({ timestamp }) => timestamp === atMs);
  const at = found < 0 ? candles.length - 1 : found;
  const candle = candles[at];
  const words = heads.map((head) => t(`chart.${head}`));
  const cells = candle === undefined ? [] : describeCandle(candle, telling);
  const show = (next: number) => {
    setAtMs(engine.readCandles()[next]?.timestamp ?? null);
    engine.point(next);
  };
  const press = (event: KeyboardEvent) => {
    const { length } = engine.readCandles();
    const next = moveCandle(event.key, at, length);
    if (next === null || length === 0) return;
    event.preventDefault();
    // The page's own keys move the price of the form.
    event.stopPropagation();
    show(next);
  };
  return (
    <>
      <div
        aria-label={t('chart.keys')}
        aria-valuemax={Math.max(0, candles.length - 1)}
        aria-valuemin={0}
        aria-valuenow={Math.max(0, at)}
        aria-valuetext={words.map((word, place) => `${word}${cells[place] ?? '--'}`).join(', ')}
        className="chart-keys"
        onBlur={() => engine.point(null)}
        onFocus={() => show(engine.readCandles().length - 1)}
        onKeyDown={press}
        role="slider"
        tabIndex={0}
      />
      <CanvasDescribe
        isWide
        of={t('chart.label')}
        read={() => [
          {
            caption: t('chart.label'),
            heads: words.map((word) => word.replace(/[:：]\s*$/, '')),
            rows: describeCandles(engine.readCandles(), telling),
          },
        ]}
      />
    </>
  );
}
