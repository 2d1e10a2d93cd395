// The arrangement from 768 to 1279 pixels: the book is a tab beside the chart, the form stays.
import { IconButton, PanelBottom, SplitPane, Tabs } from '@isobath/ui';
import { useState } from 'react';
import { useSetting } from '../../../base/settings.ts';
import { useTexts } from '../../../base/texts.tsx';
import { DepthChart } from '../book/DepthChart.tsx';
import { BookTools, OrderBook } from '../book/OrderBook.tsx';
import { ChartView } from '../chart/ChartView.tsx';
import { OrderForm } from '../form/OrderForm.tsx';
import { MarketDetails } from '../market/MarketDetails.tsx';
import { BottomPanel } from '../orders/BottomPanel.tsx';
import { Tape, TapeTools } from '../tape/Tape.tsx';
import { FeedAge } from './DeskLayout.tsx';
import { layoutSetting } from './trade-settings.ts';

const names = ['chart', 'book', 'trades', 'depth', 'details'] as const;
type TabName = (typeof names)[number];
const bottomPx = 240;
const foldedPx = 36;

/** Chart, book, trades and depth behind tabs. */
export function MarketTabs(props: { names?: readonly TabName[] }) {
  const t = useTexts('spot');
  const [tab, setTab] = useState<TabName>((props.names ?? names)[0] ?? 'chart');
  const [from, setFrom] = useState('0');
  return (
    <Tabs
      className="chart-tabs"
      end={
        <>
          <FeedAge />
          {tab === 'book' ? <BookTools /> : null}
          {tab === 'trades' ? <TapeTools from={from} onChange={setFrom} /> : null}
        </>
      }
      label={t('panel.chart')}
      onChange={setTab}
      tabs={(props.names ?? names).map((value) => ({ value, label: t(`panel.${value}`) }))}
      value={tab}
    >
      {tab === 'chart' ? <ChartView /> : null}
      {tab === 'book' ? <OrderBook /> : null}
      {tab === 'trades' ? <Tape fromValue={from} /> : null}
      {tab === 'depth' ? <DepthChart /> : null}
      {tab === 'details' ? <MarketDetails /> : null}
    </Tabs>
  );
}

/** Two columns. */
export function SmallLayout() {
  const t = useTexts('spot');
  const [layout, setLayout] = useSetting(layoutSetting);
  const { isBottomFolded } = layout;
  return (
    <main className="small" data-mirrored={layout.isMirrored ? '' : undefined}>
      <div className="small-chart">
        <SplitPane
          axis="rows"
          defaultPx={bottomPx}
          end={
            <div className="bottom-room">
              <BottomPanel />
              <span className="bottom-fold">
                <IconButton
                  aria-expanded={!isBottomFolded}
                  icon={<PanelBottom />}
                  label={t(isBottomFolded ? 'layout.unfold' : 'layout.fold')}
                  onClick={() => setLayout({ ...layout, isBottomFolded: !isBottomFolded })}
                  size="small"
                />
              </span>
            </div>
          }
          fixed="end"
          label={t('tabs.label')}
          maxPx={460}
          minPx={isBottomFolded ? foldedPx : 160}
          onResize={(next) => setLayout({ ...layout, bottomPx: next, isBottomFolded: false })}
          sizePx={isBottomFolded ? foldedPx : Math.min(layout.bottomPx, bottomPx + 40)}
          start={<MarketTabs />}
        />
      </div>
      <section aria-label={t('panel.form')} className="small-form panel">
        <OrderForm />
      </section>
    </main>
  );
}
