// The arrangement from 1280 pixels: chart over the lists, book over the tape, the form.
// Not the smaller arrangements (SmallLayout.tsx, PhoneLayout.tsx).
import { IconButton, PanelBottom, SplitPane, StaleMark, Tabs } from '@isobath/ui';
import { type ReactNode, useState } from 'react';
import { useSetting } from '../../../base/settings.ts';
import { useLiveState } from '../../../base/live.ts';
import { useTexts } from '../../../base/texts.tsx';
import { DepthChart } from '../book/DepthChart.tsx';
import { BookTools, OrderBook } from '../book/OrderBook.tsx';
import { ChartView } from '../chart/ChartView.tsx';
import { OrderForm } from '../form/OrderForm.tsx';
import { BottomPanel } from '../orders/BottomPanel.tsx';
import { Tape, TapeTools } from '../tape/Tape.tsx';
import { useTrade } from './trade-context.ts';
import { firstLayout, layoutSetting } from './trade-settings.ts';

const foldedPx = 36;

/** Seconds since the feed spoke, while it is silent. */
export function FeedAge() {
  const { room } = useTrade();
  const state = useLiveState();
  return (
    <StaleMark
      isShown={state !== 'live' && room.book.heardAtMs > 0}
      lastAtMs={room.book.heardAtMs}
    />
  );
}

/** Chart and depth behind two tabs. */
export function ChartPanel() {
  const t = useTexts('spot');
  const [tab, setTab] = useState<'chart' | 'depth'>('chart');
  const tabs = [
    { value: 'chart' as const, label: t('panel.chart') },
    { value: 'depth' as const, label: t('panel.depth') },
  ];
  return (
    <Tabs
      className="chart-tabs"
      end={<FeedAge />}
      label={t('panel.chart')}
      onChange={setTab}
      tabs={tabs}
      value={tab}
    >
      {tab === 'chart' ? <ChartView /> : <DepthChart />}
    </Tabs>
  );
}

function PanelHead(props: { title: string; children?: ReactNode }) {
  return (
    <div className="panel-head">
      <h2>{props.title}</h2>
      <div className="panel-tools">{props.children}</div>
    </div>
  );
}

function BookColumn() {
  const t = useTexts('spot');
  const [layout, setLayout] = useSetting(layoutSetting);
  const [from, setFrom] = useState('0');
  return (
    <SplitPane
      axis="rows"
      defaultPx={firstLayout.tapePx}
      end={
        <section className="panel" data-density="compact">
          <PanelHead title={t('panel.trades')}>
            <TapeTools from={from} onChange={setFrom} />
          </PanelHead>
          <Tape fromValue={from} />
        </section>
      }
      fixed="end"
      label={t('panel.trades')}
      maxPx={480}
      minPx={96}
      onResize={(tapePx) => setLayout({ ...layout, tapePx })}
      sizePx={layout.tapePx}
      start={
        <section className="panel" data-density="compact">
          <PanelHead title={t('panel.book')}>
            <FeedAge />
            <BookTools />
          </PanelHead>
          <OrderBook />
        </section>
      }
    />
  );
}

function ChartColumn() {
  const t = useTexts('spot');
  const [layout, setLayout] = useSetting(layoutSetting);
  const { isBottomFolded } = layout;
  return (
    <SplitPane
      axis="rows"
      defaultPx={firstLayout.bottomPx}
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
      maxPx={700}
      minPx={isBottomFolded ? foldedPx : 200}
      onResize={(bottomPx) => setLayout({ ...layout, bottomPx, isBottomFolded: false })}
      sizePx={isBottomFolded ? foldedPx : layout.bottomPx}
      start={<ChartPanel />}
    />
  );
}

/** Three columns; mirrored, the form stands at the start. */
export function DeskLayout() {
  const t = useTexts('spot');
  const [layout] = useSetting(layoutSetting);
  return (
    <main className="desk" data-mirrored={layout.isMirrored ? '' : undefined}>
      <div className="desk-chart">
        <ChartColumn />
      </div>
      <div className="desk-book">
        <BookColumn />
      </div>
      <section aria-label={t('panel.form')} className="desk-form panel">
        <OrderForm />
      </section>
    </main>
  );
}
