// Every refusal of the form, drawn: its words stand at the field that they are about and nowhere
// else. What the checks decide at their edges is asked in form.test.ts.
import { loadTexts, readTexts, translate } from '@isobath/texts';
import { UiProvider, type UiWords } from '@isobath/ui';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { createValue } from '../../../base/value.ts';
import { createLevels } from '../book/levels.ts';
import { type Trade, TradeContext } from '../layout/trade-context.ts';
import { readMarket } from '../market/market.ts';
import { checkForm, type FaultyField } from './checks.ts';
import { FormFields } from './FormFields.tsx';
import { FormOptions } from './FormOptions.tsx';
import type { FormField, FormState } from './form-state.ts';
import { type PreviewFacts, previewOrder } from './preview.ts';
import { act, change, info, makeFacts, type } from './testing.ts';

/** Words of the design system that no refusal is made of: each says its own name. */
const plainWords = new Proxy({}, { get: (_words, name) => String(name) }) as UiWords;

const labels: Readonly<Record<FaultyField, string>> = {
  price: 'form.price',
  size: 'form.size',
  total: 'form.total',
  stopPrice: 'form.stop',
  stopLimitPrice: 'form.stopLimit',
  targetPrice: 'form.target',
  trailingPercent: 'form.trailing',
  activationPrice: 'form.activation',
  expireAt: 'form.expireAt',
  visibleSize: 'form.visible',
  slippagePercent: 'form.slippage',
  riskPercent: 'form.risk',
};

const good = [type('price', '9990'), type('size', '1')];
const stop = (side: 'buy' | 'sell', stopPrice: string) =>
  act(change({ kind: 'stop_market', side, stopPrice }), type('size', '1'));
const trail = (side: 'buy' | 'sell', values: Partial<FormState>) =>
  act(change({ kind: 'trailing_stop', side, ...values }), type('size', '1'));
const oco = (side: 'buy' | 'sell', price: string, stopPrice: string, stopLimitPrice = '') =>
  act(
    change({ kind: 'oco', side, stopPrice, stopLimitPrice }),
    type('price', price),
    type('size', '1'),
  );
const byTotal = (total: string) =>
  act(change({ kind: 'market', sizedBy: 'quote' }), type('total', total));
const bySize = (size: string) => act(change({ kind: 'market' }), type('size', size));

const narrow = readMarket({ ...info, minPrice: '3000', minQuantity: '0.01' }, () => 8);
const empty = { asks: createLevels('ask'), bids: createLevels('bid') };

type Case = readonly [FormField, string, FormState, Partial<PreviewFacts>?];

const cases: readonly Case[] = [
  ['price', 'price_missing', act(type('size', '1'))],
  ['price', 'price_above', act(type('price', '2000000'), type('size', '0.01')), { lastTicks: 0 }],
  ['price', 'price_below', act(type('price', '2500'), type('size', '1')), { market: narrow }],
  ['price', 'band_low', act(type('price', '1000'), type('size', '1'))],
  ['price', 'band_high', act(type('price', '50000'), type('size', '0.1'))],
  ['price', 'limit_above', oco('sell', '9900', '9000')],
  ['price', 'limit_below', oco('buy', '10000', '10100')],
  ['price', 'post_only_takes', act(...good, type('price', '10001'), change({ isPostOnly: true }))],
  ['stopPrice', 'price_missing', stop('buy', '')],
  ['stopPrice', 'stop_above', stop('buy', '9000')],
  ['stopPrice', 'stop_below', stop('sell', '9996')],
  ['price', 'zero', act(type('price', '0'), type('size', '1'))],
  ['stopPrice', 'zero', stop('buy', '0.00')],
  ['stopLimitPrice', 'zero', oco('sell', '11000', '9000', '0')],
  ['stopLimitPrice', 'price_above', oco('sell', '11000', '9000', '2000000'), { lastTicks: 0 }],
  ['stopLimitPrice', 'band_low', oco('sell', '11000', '9000', '1000')],
  ['stopLimitPrice', 'band_high', oco('sell', '11000', '9000', '60000')],
  [
    'targetPrice',
    'price_missing',
    act(change({ kind: 'otoco', stopPrice: '9000' }), ...good, change({ targetPrice: '' })),
  ],
  ['trailingPercent', 'trailing_range', trail('sell', { trailingPercent: '21' })],
  ['activationPrice', 'activation_above', trail('sell', { activationPrice: '9000' })],
  ['activationPrice', 'activation_below', trail('buy', { activationPrice: '11000' })],
  ['activationPrice', 'zero', trail('buy', { activationPrice: '0' })],
  ['size', 'zero', act(type('price', '9990'), type('size', '0.00'))],
  ['total', 'zero', byTotal('0')],
  ['visibleSize', 'zero', act(...good, type('visibleSize', '0'))],
  ['slippagePercent', 'zero', act(change({ kind: 'market', slippagePercent: '0' }), good[1]!)],
  ['size', 'size_missing', act(type('price', '9990'))],
  [
    'size',
    'size_above',
    act(type('price', '9990'), type('size', '101')),
    { quoteUnits: 10n ** 15n },
  ],
  ['size', 'size_below', act(type('price', '9990'), type('size', '0.005')), { market: narrow }],
  ['size', 'notional_low', act(type('price', '9990'), type('size', '0.0004'))],
  ['size', 'balance_low', act(type('price', '9990'), type('size', '6'))],
  ['size', 'no_liquidity', bySize('1'), empty],
  ['total', 'total_missing', byTotal('')],
  ['total', 'notional_low', byTotal('1')],
  ['total', 'balance_low', byTotal('60000')],
  ['total', 'no_liquidity', byTotal('100'), empty],
  ['visibleSize', 'visible_range', act(...good, type('visibleSize', '1'))],
  ['visibleSize', 'visible_parts', act(...good, type('visibleSize', '0.05'))],
  [
    'slippagePercent',
    'slippage_above',
    act(change({ kind: 'market', slippagePercent: '6' }), good[1]!),
  ],
  ['expireAt', 'expiry_past', act(...good, change({ timeInForce: 'GTD' }))],
];

const say = (key: string, values?: Readonly<Record<string, string>>) =>
  translate(readTexts('en_US', 'spot') ?? [], key, values);

/** Numbers as a page in English writes them. */
const group = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, text]) => [
      name,
      Number(text).toLocaleString('en-US', {
        minimumFractionDigits: text.split('.')[1]?.length ?? 0,
        maximumFractionDigits: 8,
      }),
    ]),
  );

function draw(form: FormState, facts: PreviewFacts): { html: string; texts: readonly string[] } {
  const preview = previewOrder(form, facts);
  const errors = checkForm({ state: form, facts, preview, nowMs: 1_000 });
  const room = { book: facts, last: createValue(facts.lastTicks) };
  const trade = { market: facts.market, room, own: null, form, width: 'large', dispatch: () => {} };
  const html = renderToStaticMarkup(
    <UiProvider settings={{ locale: 'en-US', words: plainWords }}>
      <TradeContext value={trade as unknown as Trade}>
        <FormFields errors={errors} />
        <FormOptions errors={errors} />
      </TradeContext>
    </UiProvider>,
  );
  return { html, texts: errors.map(({ word, values }) => say(`check.${word}`, group(values))) };
}

/** What each drawn field says is wrong with it, by its label. */
function readWrong(html: string): Record<string, string> {
  const wrong: Record<string, string> = {};
  for (const input of html.matchAll(/<input[^>]*aria-invalid="true"[^>]*>/g)) {
    const id = /\bid="([^"]+)"/.exec(input[0])?.[1] ?? '';
    const label = new RegExp(`<label[^>]*for="${id}"[^>]*>([^<]*)<`).exec(html)?.[1] ?? id;
    const message = html.slice(html.indexOf(`id="${id}-message"`));
    wrong[label] = /<span[^>]*>([^<]+)</.exec(message)?.[1] ?? message.slice(0, 200);
  }
  return wrong;
}

describe('every refusal', () => {
  beforeAll(() => loadTexts('en_US', 'spot'));

  const named = cases.map(([field, word, form, facts = {}]) => ({ field, word, form, facts }));
  test.each(named)('stands at its own field: $field, $word', ({ field, word, form, facts }) => {
    const { html, texts } = draw(form, makeFacts(facts));
    expect(texts).toHaveLength(1);
    expect(readWrong(html)).toEqual({ [say(labels[field])]: texts[0] });
    const pattern = say(`check.${word}`, { value: '*', low: '*', high: '*' });
    expect(texts[0]).toMatch(new RegExp(`^${pattern.replaceAll('*', '[\\d.,]+')}$`));
    const isFolded = field === 'visibleSize' || field === 'slippagePercent';
    expect(html.includes('<details open')).toBe(isFolded);
  });

  test('is in this list, as the texts have them', () => {
    const [[, texts] = [] as never] = readTexts('en_US', 'spot') ?? [];
    // What is no number is said by the field itself (issue-21-typed-numbers.test.tsx).
    const known = Object.keys(texts ?? {}).filter((key) =>
      /^check\.(?!use$|number_missing$)/.test(key),
    );
    const tested = new Set(cases.map(([, word]) => `check.${word}`));
    expect([...tested].sort()).toEqual(known.sort());
  });

  test('is silent on a good order', () => {
    expect(readWrong(draw(act(...good), makeFacts()).html)).toEqual({});
  });
});
