// A chart as this browser kept it, checked: what an extension, a hand or another version wrote
// there is left out, so that the account takes what remains. The browser has no schemas; the server
// holds the same measures by its own (packages/wire). Called by saved-chart.ts.
import {
  type ChartDrawing,
  chartLimits,
  drawingColours,
  drawingStyles,
  type SavedChart,
} from '@isobath/wire';
import { cleanText } from './drawing/drawing-look.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isName = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9]{1,40}$/.test(value);
const isTime = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
const isPrice = (value: unknown) => typeof value === 'string' && /^-?\d{1,30}(\.\d+)?$/.test(value);

const isPoint = (value: unknown) =>
  isFields(value) &&
  (value['time'] === undefined || isTime(value['time'])) &&
  (value['price'] === undefined || isPrice(value['price']));

/** Each choice of looks, and what it may be. */
const choices: Readonly<Record<string, (value: unknown) => boolean>> = {
  colour: (value) => (drawingColours as readonly unknown[]).includes(value),
  style: (value) => (drawingStyles as readonly unknown[]).includes(value),
  width: (value) =>
    Number.isInteger(value) && (value as number) >= 1 && (value as number) <= chartLimits.widthMax,
  isLocked: (value) => typeof value === 'boolean',
  text: (value) => typeof value === 'string' && value !== '' && value === cleanText(value),
};

/** A drawing, without choices that are none; null when it has no kind or no places. */
function readDrawing(value: unknown): ChartDrawing | null {
  if (!isFields(value) || !isName(value['name']) || !Array.isArray(value['points'])) return null;
  const points: unknown[] = value['points'];
  if (points.length > chartLimits.pointsCountMax || !points.every(isPoint)) return null;
  const looks = Object.entries(choices)
    .filter(([key, isChoice]) => isChoice(value[key]))
    .map(([key]) => [key, value[key]]);
  return { name: value['name'], points, ...Object.fromEntries(looks) } as ChartDrawing;
}

/** Read what the browser kept. @returns undefined when there is nothing that can be a chart. */
export function readSavedChart(value: unknown): SavedChart | undefined {
  if (!isFields(value)) return undefined;
  const { indicators, drawings } = value as { indicators?: unknown; drawings?: unknown };
  if (!Array.isArray(indicators) || !Array.isArray(drawings)) return undefined;
  return {
    indicators: indicators.filter(isName).slice(0, chartLimits.indicatorsCountMax),
    drawings: drawings
      .map(readDrawing)
      .filter((drawing) => drawing !== null)
      .slice(-chartLimits.drawingsCountMax),
  };
}
