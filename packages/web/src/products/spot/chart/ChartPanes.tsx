// One, two or four charts on a wide screen: the first is the page's market, those beside it show
// this market or others. How many there are is chosen at the end of the first one's bar.
import { Grid2x2, IconButton, Menu } from '@isobath/ui';
import { useRef } from 'react';
import { lazyPart } from '../../../base/late/lazy-part.ts';
import { useSetting } from '../../../base/settings.ts';
import { useTexts } from '../../../base/texts.tsx';
import { chartsCounts, chartsSetting } from '../layout/trade-settings.ts';
import { ChartView } from './ChartView.tsx';

const SideChart = lazyPart(() => import('./SideChart.tsx'), 'SideChart', <div className="chart" />);

/** How many charts. */
function CountMenu() {
  const t = useTexts('spot');
  const [settings, setSettings] = useSetting(chartsSetting);
  return (
    <Menu
      align="end"
      groups={[
        {
          key: 'count',
          label: t('charts.label'),
          actions: chartsCounts.map((count) => ({
            key: String(count),
            label: t(`charts.${count}`),
            isOn: settings.count === count,
            onSelect: () => setSettings({ ...settings, count }),
          })),
        },
      ]}
      trigger={<IconButton icon={<Grid2x2 />} label={t('charts.label')} size="small" />}
    />
  );
}

/** The charts. */
export function ChartPanes() {
  const [{ count }] = useSetting(chartsSetting);
  const frame = useRef<HTMLDivElement>(null);
  const sides = Array.from({ length: count - 1 }, (_, place) => place);
  return (
    <div className="charts" data-count={count} ref={frame}>
      <ChartView frame={frame} tool={<CountMenu />} />
      {sides.map((place) => (
        <SideChart key={place} place={place} />
      ))}
    </div>
  );
}
