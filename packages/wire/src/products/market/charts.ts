// What a signed-in person keeps of a market's chart on the wire: indicators and drawings. It is a
// picture, not money; prices of points are decimal text all the same. Not here: what a guest keeps,
// which stays in the browser. Read by the market product, the sdk and the reference.
import { signedDecimalText, timeMs } from '../../money.ts';
import { defineRoute } from '../../route.ts';
import { z } from '../../z.ts';

/** So much of a chart is kept. */
export const chartLimits = {
  drawingsCountMax: 100,
  pointsCountMax: 6,
  indicatorsCountMax: 20,
} as const;

const own = { role: 'user', owner: 'caller' } as const;
const path = '/hk-web/market/chart';
const tradeId = z.coerce.number().int().min(1);
const name = z.string().regex(/^[A-Za-z0-9]{1,40}$/, 'letters and digits');

/** One drawing: its kind, and its points by time, price or both. */
export const chartDrawing = z.strictObject({
  name,
  points: z
    .array(z.strictObject({ time: timeMs.optional(), price: signedDecimalText.optional() }))
    .max(chartLimits.pointsCountMax),
});
export type ChartDrawing = z.infer<typeof chartDrawing>;

/** What stands on the chart of one market. */
export const keptChart = z.strictObject({
  indicators: z.array(name).max(chartLimits.indicatorsCountMax),
  drawings: z.array(chartDrawing).max(chartLimits.drawingsCountMax),
});
export type KeptChart = z.infer<typeof keptChart>;

/** Routes of kept charts. */
export const chartRoutes = {
  keptChart: defineRoute({
    ...own,
    method: 'GET',
    rate: 'read',
    path,
    summary: 'Indicators and drawings the caller keeps on the chart of a market, null without any.',
    query: z.object({ tradeId }),
    answer: keptChart.nullable(),
  }),
  keepChart: defineRoute({
    ...own,
    method: 'POST',
    rate: 'write',
    path,
    summary: 'Keep indicators and drawings of a market in place of those kept before.',
    body: keptChart.extend({ tradeId }),
    answer: keptChart,
  }),
} as const;
