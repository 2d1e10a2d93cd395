// The chart of the page's market with its bar: intervals, type, indicators, drawings, layers, full
// screen, picture; from here orders are placed. The library is loaded after the book, and the feed
// reaches it without React. Not the charts beside it (SideChart.tsx).
import { type ReactNode, type RefObject, useRef } from 'react';
import { useSetting } from '../../../base/settings.ts';
import { useTrade } from '../layout/trade-context.ts';
import { chartSetting } from '../layout/trade-settings.ts';
import { ChartBar } from './ChartBar.tsx';
import { ChartFace } from './ChartFace.tsx';
import { DraftLine } from './DraftLine.tsx';
import { useChartOrders } from './ChartOrders.tsx';
import { useEngine, useKeeper } from './use-engine.ts';

/**
 * The chart.
 *
 * @param props - tool: one more press at the end of its bar; frame: what fills the screen when that
 *   is wished, when it is more than this chart.
 */
export function ChartView(props: { tool?: ReactNode; frame?: RefObject<HTMLDivElement | null> }) {
  const { room } = useTrade();
  const host = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [{ interval }] = useSetting(chartSetting);
  const keeper = useKeeper(room.market);
  const made = useEngine(host, room, { keeper, interval });
  const { engine } = made;
  const { hand, menu } = useChartOrders(engine);
  return (
    <div className="chart" data-density="compact" ref={frame}>
      <ChartBar engine={engine} frame={props.frame ?? frame} keeper={keeper} tool={props.tool} />
      <ChartFace hand={hand} host={host} made={made}>
        {engine === null ? null : (
          <>
            <DraftLine engine={engine} />
            {menu}
          </>
        )}
      </ChartFace>
    </div>
  );
}
