// The arrangement from 768 to 1279 pixels: chart and, from 1024 on, the book beside it, over the
// lists; the form stays. Where there is no room for the book, it is a tab beside the chart.
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
import { layoutLimits } from './layout-address.ts';
import { layoutSetting } from './trade-settings.ts';
import { useBookRoom } from './use-width.ts';

const names = ['chart', 'book', 'trades', 'depth', 'details'] as const;
type TabName = (typeof names)[number];
const besideBook = names.filter((name) => name !== 'book');
const bottomPx = 240;
const [leastPx] = layoutLimits.bottomPx;
const foldedPx = 36;

/** Chart, book, trades and depth behind tabs. */
export function MarketTabs(props: { names?: readonly TabName[] }) {
  const t = useTexts('spot');
  const shown = props.names ?? names;
  const [chosen, setTab] = useState<TabName>(shown[0] ?? 'chart');
  // The book went from the tabs to its own place.
  const tab = shown.includes(chosen) ? chosen : (shown[0] ?? 'chart');
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
      tabs={shown.map((value) => ({ value, label: t(`panel.${value}`) }))}
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

/** Chart and book side by side. */
function ChartAndBook() {
  const t = useTexts('spot');
  return (
    <div className="small-market">
      <div className="small-tabs">
        <MarketTabs names={besideBook} />
      </div>
      <section className="panel small-book" data-density="compact">
        <div className="panel-head">
          <h2 className="ui-sr">{t('panel.book')}</h2>
          <BookTools />
        </div>
        <OrderBook />
      </section>
    </div>
  );
}

/** Two columns. */
export function SmallLayout() {
  const t = useTexts('spot');
  const [layout, setLayout] = useSetting(layoutSetting);
  const { isBottomFolded } = layout;
  const hasBook = useBookRoom();
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
          minPx={isBottomFolded ? foldedPx : leastPx}
          onResize={(next) => setLayout({ ...layout, bottomPx: next, isBottomFolded: false })}
          sizePx={isBottomFolded ? foldedPx : Math.min(layout.bottomPx, bottomPx + 40)}
          start={hasBook ? <ChartAndBook /> : <MarketTabs />}
        />
      </div>
      <section aria-label={t('panel.form')} className="small-form panel">
        <OrderForm />
      </section>
    </main>
  );
}
