// The menu of drawings: what can be drawn, what undoes it, and what stands on the chart already, to
// be chosen without a pointer. Not the tools of the chosen one (DrawingBar.tsx).
import { formatPrice, IconButton, joinParts, PencilLine, SheetMenu } from '@isobath/ui';
import type { ChartDrawing } from '@isobath/wire';
import { useTexts } from '../../../../base/texts.tsx';
import { useValue } from '../../../../base/value.ts';
import { useTrade } from '../../layout/trade-context.ts';
import { useLanguageTag } from '../../layout/use-language-tag.ts';
import type { Market } from '../../market/market.ts';
import type { ChartEngine } from '../chart-engine.ts';
import type { ChartKeeper } from '../saved-chart.ts';
import { drawingNames, isDrawingName } from './drawing-look.ts';

const excerptMax = 24;

/** What tells drawings of a kind apart: what is written, or the price at which one begins. */
function useExcerpt(decimals: number): (drawing: ChartDrawing) => string {
  const locale = useLanguageTag();
  return ({ text, points }) => {
    if (text !== undefined) {
      const line = text.replace(/\s+/g, ' ');
      return line.length > excerptMax ? `${line.slice(0, excerptMax)}…` : line;
    }
    const price = points[0]?.price;
    const shown = price === undefined ? null : formatPrice(price, { locale, decimals });
    return shown === null ? '' : joinParts(shown);
  };
}

/** Drawing, and what undoes it. */
export function DrawingMenu(props: {
  engine: ChartEngine | null;
  keeper: ChartKeeper;
  market: Market;
}) {
  const { engine, keeper } = props;
  const { isPhone } = useTrade();
  const t = useTexts('spot');
  const excerpt = useExcerpt(props.market.priceDecimals);
  const { chart } = useValue(keeper.shown);
  const here = chart.drawings.filter(
    ({ name, points }) => isDrawingName(name) && points.length > 0,
  );
  const choices = here.map((drawing, index) => ({
    key: String(index),
    label: isDrawingName(drawing.name) ? t(`draw.${drawing.name}`) : '',
    note: excerpt(drawing),
    onSelect: () => engine?.board.choose(index),
  }));
  return (
    <SheetMenu
      groups={[
        {
          key: 'draw',
          actions: drawingNames.map((name) => ({
            key: name,
            label: t(`draw.${name}`),
            onSelect: () => engine?.board.start(name),
          })),
        },
        {
          key: 'tidy',
          actions: [
            { key: 'undo', label: t('chart.undo'), onSelect: () => keeper.undo() },
            { key: 'redo', label: t('chart.redo'), onSelect: () => keeper.redo() },
            {
              key: 'clear',
              label: t('chart.clear'),
              isDanger: true,
              onSelect: () => keeper.change({ drawings: [] }),
            },
          ],
        },
        ...(choices.length === 0 ? [] : [{ key: 'here', label: t('draw.here'), actions: choices }]),
      ]}
      isSheet={isPhone}
      title={t('chart.draw')}
      trigger={<IconButton icon={<PencilLine />} label={t('chart.draw')} size="small" />}
    />
  );
}
