// What a signed-in person keeps of a market's chart on the wire: indicators and drawings. It is a
// picture, not money; prices of points are decimal text all the same. Not here: what a guest keeps,
// which stays in the browser. Read by the market product, the sdk and the reference.
import { signedDecimalText, timeMs } from '../../money.ts';
import { bodyBytes, defineRoute } from '../../route.ts';
import { z } from '../../z.ts';

/** So much of a chart is kept. */
export const chartLimits = {
  drawingsCountMax: 100,
  pointsCountMax: 6,
  indicatorsCountMax: 20,
  /** Letters of a text that somebody writes on the chart. */
  textLengthMax: 200,
  /** From the thinnest line or smallest text, 1, up. */
  widthMax: 4,
} as const;

/** Colours of drawings by name, each theme has its own; the first is meant without any. */
export const drawingColours = ['sky', 'sand', 'lilac', 'clay', 'teal', 'grey', 'ink'] as const;

/** How a line of a drawing runs. The first one is meant without any. */
export const drawingStyles = ['solid', 'dashed', 'dotted'] as const;

const own = { role: 'user', owner: 'caller' } as const;
const path = '/hk-web/market/chart';
const tradeId = z.coerce.number().int().min(1);
const name = z.string().regex(/^[A-Za-z0-9]{1,40}$/, 'letters and digits');

/** What somebody writes on a chart: plain text in lines. */
const drawingText = z
  .string()
  .max(chartLimits.textLengthMax)
  .regex(/^(\n|[^\p{Cc}\p{Cs}])+$/u, 'text without control characters');

/**
 * One drawing: its kind, and its points by time, price or both. What is left out of its looks is as
 * it was before anybody could choose: the first colour, width 1, a solid line, free to be moved.
 */
export const chartDrawing = z.strictObject({
  name,
  points: z
    .array(z.strictObject({ time: timeMs.optional(), price: signedDecimalText.optional() }))
    .max(chartLimits.pointsCountMax),
  colour: z.enum(drawingColours).optional(),
  width: z.number().int().min(1).max(chartLimits.widthMax).optional(),
  style: z.enum(drawingStyles).optional(),
  isLocked: z.boolean().optional(),
  text: drawingText.optional(),
});
export type ChartDrawing = z.infer<typeof chartDrawing>;

/** What stands on the chart of one market. */
export const savedChart = z.strictObject({
  indicators: z.array(name).max(chartLimits.indicatorsCountMax),
  drawings: z.array(chartDrawing).max(chartLimits.drawingsCountMax),
});
export type SavedChart = z.infer<typeof savedChart>;

/** Routes of kept charts. */
export const chartRoutes = {
  savedChart: defineRoute({
    ...own,
    method: 'GET',
    rate: 'read',
    path,
    summary: 'Indicators and drawings the caller keeps on the chart of a market, null without any.',
    query: z.object({ tradeId }),
    answer: savedChart.nullable(),
  }),
  keepChart: defineRoute({
    ...own,
    method: 'POST',
    rate: 'write',
    path,
    bodyBytesMax: bodyBytes.article,
    summary: 'Keep indicators and drawings of a market in place of those kept before.',
    body: savedChart.extend({ tradeId }),
    answer: savedChart,
  }),
} as const;
