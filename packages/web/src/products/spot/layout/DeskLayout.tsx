// The arrangement from 1280 pixels: chart over the lists, book over the tape, the form.
// Not the smaller arrangements (SmallLayout.tsx, PhoneLayout.tsx).
import {
  ChevronDown,
  ChevronRight,
  ChevronUp,
  IconButton,
  PanelBottom,
  SplitPane,
  StaleMark,
  Tabs,
} from '@isobath/ui';
import { type ReactNode, useState } from 'react';
import { useSetting } from '../../../base/settings.ts';
import { useLiveState } from '../../../base/live.ts';
import { useTexts } from '../../../base/texts.tsx';
import { DepthChart } from '../book/DepthChart.tsx';
import { BookTools, OrderBook } from '../book/OrderBook.tsx';
import { ChartPanes } from '../chart/ChartPanes.tsx';
import { OrderForm } from '../form/OrderForm.tsx';
import { MarketDetails } from '../market/MarketDetails.tsx';
import { BottomPanel } from '../orders/BottomPanel.tsx';
import { Tape, TapeTools } from '../tape/Tape.tsx';
import { layoutLimits } from './layout-address.ts';
import { useTrade } from './trade-context.ts';
import { firstLayout, layoutSetting } from './trade-settings.ts';

const foldedPx = 36;
const [bottomLeastPx, bottomMostPx] = layoutLimits.bottomPx;
const [bookLeastPx, bookMostPx] = layoutLimits.bookPx;
const [formLeastPx, formMostPx] = layoutLimits.formPx;
const [tapeLeastPx, tapeMostPx] = layoutLimits.tapePx;

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
  const [tab, setTab] = useState<'chart' | 'depth' | 'details'>('chart');
  const tabs = [
    { value: 'chart' as const, label: t('panel.chart') },
    { value: 'depth' as const, label: t('panel.depth') },
    { value: 'details' as const, label: t('panel.details') },
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
      {tab === 'chart' ? <ChartPanes /> : null}
      {tab === 'depth' ? <DepthChart /> : null}
      {tab === 'details' ? <MarketDetails /> : null}
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

/** The two buttons that fold the tape, and book and tape together. */
function FoldTools() {
  const t = useTexts('spot');
  const [layout, setLayout] = useSetting(layoutSetting);
  const { isTapeFolded } = layout;
  return (
    <>
      <IconButton
        aria-expanded={!isTapeFolded}
        icon={isTapeFolded ? <ChevronUp /> : <ChevronDown />}
        label={t(isTapeFolded ? 'layout.unfoldTape' : 'layout.foldTape')}
        onClick={() => setLayout({ ...layout, isTapeFolded: !isTapeFolded })}
        size="small"
      />
      <IconButton
        aria-expanded
        className="desk-fold"
        icon={<ChevronRight />}
        label={t('layout.foldBook')}
        onClick={() => setLayout({ ...layout, isBookFolded: true })}
        size="small"
      />
    </>
  );
}

/** What is left of the column when it is folded: the way back. */
function FoldedBook() {
  const t = useTexts('spot');
  const [layout, setLayout] = useSetting(layoutSetting);
  return (
    <div className="desk-folded panel">
      <IconButton
        aria-expanded={false}
        className="desk-unfold"
        icon={<ChevronRight />}
        label={t('layout.unfoldBook')}
        onClick={() => setLayout({ ...layout, isBookFolded: false })}
        size="small"
      />
    </div>
  );
}

function BookColumn() {
  const t = useTexts('spot');
  const [layout, setLayout] = useSetting(layoutSetting);
  const [from, setFrom] = useState('0');
  const { isTapeFolded } = layout;
  return (
    <SplitPane
      axis="rows"
      defaultPx={firstLayout.tapePx}
      end={
        <section className="panel" data-density="compact">
          <PanelHead title={t('panel.trades')}>
            <TapeTools from={from} onChange={setFrom} />
            <FoldTools />
          </PanelHead>
          {isTapeFolded ? null : <Tape fromValue={from} />}
        </section>
      }
      fixed="end"
      label={t('panel.trades')}
      maxPx={tapeMostPx}
      minPx={isTapeFolded ? foldedPx : tapeLeastPx}
      onResize={(px) =>
        setLayout({ ...layout, tapePx: Math.max(tapeLeastPx, px), isTapeFolded: false })
      }
      sizePx={isTapeFolded ? foldedPx : layout.tapePx}
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
      maxPx={bottomMostPx}
      minPx={isBottomFolded ? foldedPx : bottomLeastPx}
      onResize={(bottomPx) => setLayout({ ...layout, bottomPx, isBottomFolded: false })}
      sizePx={isBottomFolded ? foldedPx : layout.bottomPx}
      start={<ChartPanel />}
    />
  );
}

/** The chart and, beside it, book and tape. */
function MarketColumns() {
  const t = useTexts('spot');
  const [layout, setLayout] = useSetting(layoutSetting);
  const { isMirrored, isBookFolded } = layout;
  const chart = (
    <div className="desk-chart">
      <ChartColumn />
    </div>
  );
  const book = isBookFolded ? (
    <FoldedBook />
  ) : (
    <div className="desk-book">
      <BookColumn />
    </div>
  );
  return (
    <SplitPane
      axis="columns"
      defaultPx={firstLayout.bookPx}
      end={isMirrored ? chart : book}
      fixed={isMirrored ? 'start' : 'end'}
      label={t('panel.book')}
      maxPx={bookMostPx}
      minPx={isBookFolded ? foldedPx : bookLeastPx}
      onResize={(px) =>
        setLayout({ ...layout, bookPx: Math.max(bookLeastPx, px), isBookFolded: false })
      }
      sizePx={isBookFolded ? foldedPx : layout.bookPx}
      start={isMirrored ? book : chart}
    />
  );
}

/** Three columns; mirrored, the form stands at the start. */
export function DeskLayout() {
  const t = useTexts('spot');
  const [layout, setLayout] = useSetting(layoutSetting);
  const { isMirrored } = layout;
  const form = (
    <section aria-label={t('panel.form')} className="desk-form panel">
      <OrderForm />
    </section>
  );
  return (
    <main className="desk-columns" data-mirrored={isMirrored ? '' : undefined}>
      <SplitPane
        axis="columns"
        defaultPx={firstLayout.formPx}
        end={isMirrored ? <MarketColumns /> : form}
        fixed={isMirrored ? 'start' : 'end'}
        label={t('panel.form')}
        maxPx={formMostPx}
        minPx={formLeastPx}
        onResize={(formPx) => setLayout({ ...layout, formPx })}
        sizePx={layout.formPx}
        start={isMirrored ? form : <MarketColumns />}
      />
    </main>
  );
}
