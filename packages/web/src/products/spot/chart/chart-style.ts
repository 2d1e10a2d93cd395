// The chart's looks from the page's theme. Not the chart itself (chart-engine.ts).
import { formatPrice, joinParts, type PaintTheme, showPercent } from '@isobath/ui';
import type { CandleTooltipLegendsCustomCallback, DeepPartial, Styles } from 'klinecharts';
import { fade } from './drawing/drawing-look.ts';

/** Of what is filled with a colour. */
const fillStrength = 0.45;

/** The library sets figures a pixel above the middle of their label, and so of their line. */
const onLine = { paddingTop: 3, paddingBottom: 1 };

/** Tall enough to cover the time that it stands on. */
const onTime = { paddingTop: 5, paddingBottom: 3 };

/**
 * Styles of the chart library for a theme.
 *
 * @param options - isEmpty: no prices are known, so the axes keep their room and name no number.
 */
export function makeChartStyles(
  theme: PaintTheme,
  options: { candleType: string; isNarrow: boolean; isEmpty: boolean; locale: string },
): DeepPartial<Styles> {
  const { candleType, isNarrow, locale } = options;
  // A narrow chart keeps its room for candles: the legend comes with the crosshair.
  const showRule = isNarrow ? 'follow_cross' : 'always';
  const { colours, sizesPx, family } = theme;
  const text = { color: colours.text3, size: sizesPx.mini, family, weight: 450 };
  const bar = {
    upColor: colours.up,
    downColor: colours.down,
    noChangeColor: colours.text3,
  };
  const both = {
    ...bar,
    upBorderColor: colours.up,
    downBorderColor: colours.down,
    noChangeBorderColor: colours.text3,
    upWickColor: colours.up,
    downWickColor: colours.down,
    noChangeWickColor: colours.text3,
  };
  const axis = {
    axisLine: { color: colours.line },
    tickLine: { show: false },
    tickText: options.isEmpty ? { ...text, color: 'transparent' } : text,
  };
  const cross = { line: { color: colours.text3, dashedValue: [3, 3] } };
  const label = {
    backgroundColor: colours.pressed,
    borderColor: colours.lineStrong,
    color: colours.text1,
    family,
    size: sizesPx.mini,
    ...onLine,
  };
  return {
    grid: {
      horizontal: { color: colours.line, style: 'solid' },
      vertical: { show: false, color: colours.line },
    },
    candle: {
      type: candleType as Styles['candle']['type'],
      bar: both,
      area: {
        lineColor: colours.text1,
        lineSize: 1.5,
        value: 'close',
        backgroundColor: [
          { offset: 0, color: colours.raised },
          { offset: 1, color: colours.panel },
        ],
        point: { show: false },
      },
      priceMark: {
        high: { color: colours.text3, textSize: sizesPx.mini, textFamily: family },
        low: { color: colours.text3, textSize: sizesPx.mini, textFamily: family },
        last: {
          ...bar,
          line: { style: 'solid', size: 1 },
          text: {
            family,
            size: sizesPx.mini,
            weight: 600,
            color: colours.panel,
            borderRadius: 2,
            ...onLine,
          },
        },
      },
      tooltip: {
        showRule,
        offsetTop: 6,
        title: { show: false },
        legend: {
          color: colours.text2,
          family,
          size: sizesPx.mini,
          template: makeLegend(theme, locale),
        },
      },
    },
    indicator: {
      bars: [
        {
          style: 'fill',
          borderStyle: 'solid',
          ...bar,
          upColor: fade(colours.up, fillStrength),
          downColor: fade(colours.down, fillStrength),
        },
      ],
      lines: [colours.sky, colours.sand, colours.lilac, colours.clay, colours.teal].map(
        (color) => ({ color, size: 1 }),
      ),
      tooltip: {
        showRule,
        title: { showParams: false, color: colours.text3, family, size: sizesPx.mini },
        legend: { color: colours.text3, family, size: sizesPx.mini },
      },
      lastValueMark: { show: false },
    },
    xAxis: axis,
    yAxis: axis,
    separator: { color: colours.line, activeBackgroundColor: colours.raised },
    crosshair: {
      horizontal: { ...cross, text: label },
      vertical: { ...cross, text: { ...label, ...onTime } },
    },
    overlay: {
      point: {
        color: colours.text1,
        borderColor: colours.panel,
        activeColor: colours.text1,
        activeBorderColor: colours.panel,
      },
      line: { color: colours.sky, size: 1.25 },
      text: {
        color: colours.panel,
        backgroundColor: colours.sky,
        borderColor: colours.sky,
        family,
        size: sizesPx.mini,
        ...onTime,
      },
      polygon: { color: fade(colours.sky, fillStrength), borderColor: colours.sky },
      // Also the stretch of a chosen drawing on both axes: figures below it stay to be read.
      rect: { color: fade(colours.sky, 0.16), borderColor: colours.sky },
      circle: { color: fade(colours.sky, fillStrength), borderColor: colours.sky },
    },
  };
}

/** What the legend says of a candle. Time stands on the axis, volume in its own pane. */
function makeLegend(theme: PaintTheme, locale: string): CandleTooltipLegendsCustomCallback {
  const { text1, text3, up, down } = theme.colours;
  return ({ prev, current }) => {
    const line = (name: string, text: string, color: string) => ({
      title: { text: name, color: text3 },
      value: { text, color },
    });
    const lines = ['open', 'high', 'low', 'close'].map((name) => line(name, `{${name}}`, text1));
    if (!current || !prev || prev.close === 0) return lines;
    // The library writes a change its own way, whatever the language.
    const percent = ((current.close - prev.close) / prev.close) * 100;
    const colour = percent === 0 ? text3 : percent > 0 ? up : down;
    return [...lines, line('change', showPercent(percent.toFixed(6), { locale }), colour)];
  };
}

/** Every number that the library shows comes through here last: written as the language does. */
export function showNumber(value: string | number, locale: string): string {
  const text = String(value);
  const decimals = text.split('.')[1]?.length ?? 0;
  const parts = formatPrice(text, { locale, decimals });
  return parts === null ? text : joinParts(parts);
}
