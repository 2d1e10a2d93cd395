// The bar above the chart. Not the chart: each press goes to its engine or to the settings.
import {
  Camera,
  ChartCandlestick,
  Dialog,
  IconButton,
  Layers,
  Maximize,
  Popover,
  Redo2,
  SheetMenu,
  SlidersHorizontal,
  Undo2,
  WordSelect,
} from '@isobath/ui';
import { type ReactNode, type RefObject, useState } from 'react';
import { lazyPart } from '../../../base/late/lazy-part.ts';
import { useSetting } from '../../../base/settings.ts';
import { useTexts } from '../../../base/texts.tsx';
import { useValue } from '../../../base/value.ts';
import { useTrade } from '../layout/trade-context.ts';
import { chartSetting, layerNames, layersSetting } from '../layout/trade-settings.ts';
import { intervalNames } from './candles.ts';
import type { ChartEngine } from './chart-engine.ts';
import { DrawingMenu } from './drawing/DrawingMenu.tsx';
import type { ChartKeeper } from './saved-chart.ts';

/** Intervals that stand in the bar, and how soon a narrow one leaves each out: 3 the soonest. */
const shortList = { '1m': 1, '5m': 3, '15m': 1, '1h': 1, '4h': 2, '1d': 1, '1w': 3 } as const;
const candleTypes = ['candle_solid', 'candle_stroke', 'candle_up_stroke', 'ohlc', 'area'] as const;
const IndicatorPanel = lazyPart(
  () => import('./IndicatorPanel.tsx'),
  'IndicatorPanel',
  <div className="indicators-wait" />,
);

/** All intervals, folded. @param props - value: empty when the chosen one stands elsewhere. */
export function IntervalList(props: { value: string; onChange: (interval: string) => void }) {
  const t = useTexts('spot');
  return (
    <WordSelect
      className="chart-interval"
      label={t('chart.interval')}
      onChange={props.onChange}
      options={intervalNames.map((name) => ({ value: name, label: name }))}
      rest={t('chart.more')}
      value={props.value}
    />
  );
}

function Intervals() {
  const [settings, setSettings] = useSetting(chartSetting);
  const change = (interval: string) => setSettings({ ...settings, interval });
  const isShort = settings.interval in shortList;
  return (
    <div className="chart-intervals">
      {Object.entries(shortList).map(([name, rank]) => (
        <button
          aria-pressed={settings.interval === name}
          className="chart-interval"
          data-rank={rank}
          key={name}
          onClick={() => change(name)}
          type="button"
        >
          {name}
        </button>
      ))}
      <IntervalList onChange={change} value={isShort ? '' : settings.interval} />
    </div>
  );
}

/** Indicators: the list behind its button, on a phone in a sheet. */
export function IndicatorMenu({ keeper }: { keeper: ChartKeeper }) {
  const { isPhone } = useTrade();
  const t = useTexts('spot');
  const [isOpen, setOpen] = useState(false);
  const button = (
    <IconButton
      aria-haspopup="dialog"
      icon={<SlidersHorizontal />}
      label={t('chart.indicators')}
      onClick={isPhone ? () => setOpen(true) : undefined}
      size="small"
    />
  );
  if (isPhone) {
    return (
      <>
        {button}
        <Dialog isOpen={isOpen} onOpenChange={setOpen} title={t('chart.indicators')}>
          <IndicatorPanel hasFocus={false} keeper={keeper} />
        </Dialog>
      </>
    );
  }
  return (
    <Popover
      align="end"
      isBare
      isOpen={isOpen}
      label={t('chart.indicators')}
      onOpenChange={setOpen}
      trigger={button}
    >
      <IndicatorPanel hasFocus keeper={keeper} />
    </Popover>
  );
}

/** Undo and redo of what stands on the chart; the keys press these. */
export function HistoryTools({ keeper }: { keeper: ChartKeeper }) {
  const t = useTexts('spot');
  const { canUndo, canRedo } = useValue(keeper.shown);
  return (
    <>
      <IconButton
        className="chart-undo"
        disabled={!canUndo}
        icon={<Undo2 />}
        label={t('chart.undo')}
        onClick={() => keeper.undo()}
        size="small"
      />
      <IconButton
        className="chart-redo"
        disabled={!canRedo}
        icon={<Redo2 />}
        label={t('chart.redo')}
        onClick={() => keeper.redo()}
        size="small"
      />
    </>
  );
}

function LayerMenu() {
  const { isPhone } = useTrade();
  const t = useTexts('spot');
  const [settings, setSettings] = useSetting(chartSetting);
  const [layers, setLayers] = useSetting(layersSetting);
  return (
    <SheetMenu
      groups={[
        {
          key: 'type',
          label: t('chart.type'),
          actions: candleTypes.map((type) => ({
            key: type,
            label: t(`candle.${type}`),
            isOn: settings.type === type,
            onSelect: () => setSettings({ ...settings, type }),
          })),
        },
        {
          key: 'layers',
          label: t('chart.layers'),
          actions: layerNames.map((name) => ({
            key: name,
            label: t(`chart.${name}`),
            isOn: layers[name],
            onSelect: () => setLayers({ ...layers, [name]: !layers[name] }),
          })),
        },
      ]}
      isSheet={isPhone}
      title={t('chart.looks')}
      trigger={
        <IconButton
          icon={settings.type === 'area' ? <Layers /> : <ChartCandlestick />}
          label={t('chart.looks')}
          size="small"
        />
      }
    />
  );
}

/** Save the chart's picture under the market's name. */
function savePicture(engine: ChartEngine | null, symbol: string): void {
  if (engine === null) return;
  const link = document.createElement('a');
  link.href = engine.picture();
  link.download = `${symbol}.png`;
  link.click();
}

/** Full screen on and off. */
export function turnFullScreen(element: HTMLElement | null): void {
  if (document.fullscreenElement !== null) void document.exitFullscreen();
  else void element?.requestFullscreen();
}

/** The bar. */
export function ChartBar(props: {
  engine: ChartEngine | null;
  keeper: ChartKeeper;
  frame: RefObject<HTMLDivElement | null>;
  tool?: ReactNode;
}) {
  const { market, isPhone } = useTrade();
  const t = useTexts('spot');
  return (
    <div className="chart-bar">
      <Intervals />
      <span className="chart-tools">
        <LayerMenu />
        <IndicatorMenu keeper={props.keeper} />
        <DrawingMenu engine={props.engine} keeper={props.keeper} market={market} />
        {isPhone ? null : <HistoryTools keeper={props.keeper} />}
        {isPhone ? null : (
          <IconButton
            icon={<Camera />}
            label={t('chart.picture')}
            onClick={() => savePicture(props.engine, market.symbol)}
            size="small"
          />
        )}
        <IconButton
          icon={<Maximize />}
          label={t('chart.fullScreen')}
          onClick={() => turnFullScreen(props.frame.current)}
          size="small"
        />
        {props.tool}
      </span>
    </div>
  );
}
