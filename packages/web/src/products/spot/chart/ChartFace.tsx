// A chart as one sees it: the library's canvas, what stands there until its candles come, lines of
// my orders, my other levels, candles by keys. Not its bar, and not what opens it (use-engine.ts).
import { ErrorState, Skeleton } from '@isobath/ui';
import type { ReactNode, RefObject } from 'react';
import { useSetting } from '../../../base/settings.ts';
import { useTexts } from '../../../base/texts.tsx';
import { ChartKeys } from '../describe/ChartKeys.tsx';
import { EmptyChart } from '../describe/EmptyPane.tsx';
import { useTrade } from '../layout/trade-context.ts';
import { layersSetting } from '../layout/trade-settings.ts';
import type { OwnLevels } from '../live/own-levels.ts';
import type { OwnStore } from '../live/own-store.ts';
import type { ChartEngine } from './chart-engine.ts';
import { DrawingBar } from './drawing/DrawingBar.tsx';
import { OrderLines } from './OrderLines.tsx';
import { PriceLevels } from './PriceLevels.tsx';
import type { MadeEngine } from './use-engine.ts';
import { usePlaces } from './use-places.ts';

/** My prices on the chart: the marks of all of them share the axis. */
function OwnPrices(props: { engine: ChartEngine; levels: OwnLevels; own: OwnStore }) {
  const [layers] = useSetting(layersSetting);
  const places = usePlaces(props.engine);
  return (
    <>
      <PriceLevels engine={props.engine} levels={props.levels} places={places} />
      {layers.orders ? <OrderLines engine={props.engine} own={props.own} places={places} /> : null}
    </>
  );
}

/** The face of a chart. @param props - hand: what the room hears of the pointer. */
export function ChartFace(props: {
  host: RefObject<HTMLDivElement | null>;
  made: MadeEngine;
  hand?: object;
  children?: ReactNode;
}) {
  const { own, levels } = useTrade();
  const t = useTexts('spot');
  const { engine, state, retry } = props.made;
  return (
    <div className="chart-room" {...props.hand}>
      <div aria-label={t('chart.label')} className="chart-host" ref={props.host} role="img" />
      {state === 'loading' ? (
        <div className="chart-wait">
          <Skeleton height="1px" width="100%" />
        </div>
      ) : null}
      {state === 'failed' ? (
        <div className="chart-wait">
          <ErrorState onRetry={retry} size="small" title={t('chart.failed')} />
        </div>
      ) : null}
      {state === 'empty' ? <EmptyChart /> : null}
      {engine !== null && levels !== null && own !== null ? (
        <OwnPrices engine={engine} levels={levels} own={own} />
      ) : null}
      {engine === null ? null : <DrawingBar engine={engine} />}
      {props.children}
      {engine === null || state !== 'here' ? null : <ChartKeys engine={engine} />}
    </div>
  );
}
