// The indicators that a chart can show: where each stands, what it is also called in a search, and
// its parameters as they are until somebody changes them. It knows no chart library.

/** What is known of an indicator. */
interface IndicatorFacts {
  /** On the candles, or in a pane of its own below them. */
  readonly place: 'price' | 'pane';
  /** Its whole name, as one may type it. */
  readonly words: string;
  readonly parameters: readonly number[];
}

/** All of them, in the order of their list. */
export const indicators: Readonly<Record<string, IndicatorFacts>> = {
  MA: { place: 'price', words: 'moving average sma', parameters: [5, 10, 30, 60] },
  EMA: { place: 'price', words: 'exponential moving average', parameters: [6, 12, 20] },
  BOLL: { place: 'price', words: 'bollinger bands bb', parameters: [20, 2] },
  SAR: { place: 'price', words: 'parabolic stop and reverse psar', parameters: [2, 2, 20] },
  BBI: { place: 'price', words: 'bull and bear index', parameters: [3, 6, 12, 24] },
  VOL: { place: 'pane', words: 'volume', parameters: [20] },
  MACD: {
    place: 'pane',
    words: 'moving average convergence divergence',
    parameters: [12, 26, 9],
  },
  RSI: { place: 'pane', words: 'relative strength index', parameters: [6, 12, 24] },
  KDJ: { place: 'pane', words: 'stochastic oscillator', parameters: [9, 3, 3] },
  OBV: { place: 'pane', words: 'on balance volume', parameters: [30] },
  CCI: { place: 'pane', words: 'commodity channel index', parameters: [20] },
  DMI: { place: 'pane', words: 'directional movement index adx', parameters: [14, 6] },
  WR: { place: 'pane', words: 'williams percent range', parameters: [6, 10, 14] },
  ROC: { place: 'pane', words: 'rate of change', parameters: [12, 6] },
};

/** The largest parameter: more candles than a chart loads at once say nothing. */
export const parameterMax = 500;

/** Parameters by the name of the indicator, as they were changed. */
export type KeptParameters = Readonly<Record<string, readonly number[]>>;

/** True for what can be a parameter. */
export const isParameter = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= parameterMax;

/** Parameters of an indicator: those that were kept, where they can be its own. */
export function readParameters(name: string, kept: KeptParameters): readonly number[] {
  const first = indicators[name]?.parameters ?? [];
  const own: unknown = kept[name];
  const isOwn = Array.isArray(own) && own.length === first.length && own.every(isParameter);
  return isOwn ? (own as number[]) : first;
}

/**
 * Which parameters are in force while they are typed.
 *
 * @param typed - the values of the fields. @param before - in force while one of them is wrong.
 */
export function chooseParameters(
  typed: readonly string[],
  before: readonly number[],
): readonly number[] {
  const values = typed.map((text) => (text === '' ? Number.NaN : Number(text)));
  return values.every(isParameter) ? values : before;
}

/** Names of the indicators of a place that a search finds, by the beginning of a word. */
export function findIndicators(place: IndicatorFacts['place'], text: string): readonly string[] {
  const wanted = text.trim().toLowerCase();
  return Object.entries(indicators)
    .filter(([, facts]) => facts.place === place)
    .filter(([name, { words }]) => ` ${name.toLowerCase()} ${words}`.includes(` ${wanted}`))
    .map(([name]) => name);
}
