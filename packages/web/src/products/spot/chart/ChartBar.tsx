// The bar above the chart. Not the chart: each press goes to its engine or to the settings.
import {
  Camera,
  ChartCandlestick,
  IconButton,
  Layers,
  Maximize,
  Redo2,
  SheetMenu,
  SlidersHorizontal,
  Undo2,
  WordSelect,
} from '@isobath/ui';
import type { ReactNode, RefObject } from 'react';
import { useSetting } from '../../../base/settings.ts';
import { useTexts } from '../../../base/texts.tsx';
import { useValue } from '../../../base/value.ts';
import { useTrade } from '../layout/trade-context.ts';
import { chartSetting, layerNames, layersSetting } from '../layout/trade-settings.ts';
import { intervalNames } from './candles.ts';
import type { ChartEngine } from './chart-engine.ts';
import { DrawingMenu } from './drawing/DrawingMenu.tsx';
import type { ChartKeeper } from './kept-chart.ts';

const shortList = ['1m', '15m', '1h', '4h', '1d', '1w'] as const;
const candleTypes = ['candle_solid', 'candle_stroke', 'candle_up_stroke', 'ohlc', 'area'] as const;
const priceIndicators = ['MA', 'EMA', 'BOLL', 'SAR', 'BBI'] as const;
const paneIndicators = ['VOL', 'MACD', 'RSI', 'KDJ', 'OBV', 'CCI', 'DMI', 'WR', 'ROC'] as const;
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
  const isShort = (shortList as readonly string[]).includes(settings.interval);
  return (
    <div className="chart-intervals">
      {shortList.map((name) => (
        <button
          aria-pressed={settings.interval === name}
          className="chart-interval"
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

/** Indicators on and off. */
export function IndicatorMenu({ keeper }: { keeper: ChartKeeper }) {
  const { isPhone } = useTrade();
  const t = useTexts('spot');
  const [settings, setSettings] = useSetting(chartSetting);
  const { chart } = useValue(keeper.shown);
  const turn = (name: string) => {
    const indicators = chart.indicators.includes(name)
      ? chart.indicators.filter((each) => each !== name)
      : [...chart.indicators, name];
    keeper.change({ indicators });
    setSettings({ ...settings, indicators });
  };
  const action = (name: string) => ({
    key: name,
    label: name,
    isOn: chart.indicators.includes(name),
    onSelect: () => turn(name),
  });
  return (
    <SheetMenu
      groups={[
        { key: 'price', label: t('chart.onPrice'), actions: priceIndicators.map(action) },
        { key: 'pane', label: t('chart.below'), actions: paneIndicators.map(action) },
      ]}
      isSheet={isPhone}
      title={t('chart.indicators')}
      trigger={
        <IconButton icon={<SlidersHorizontal />} label={t('chart.indicators')} size="small" />
      }
    />
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
