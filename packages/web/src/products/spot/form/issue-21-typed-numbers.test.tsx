// A text that is no number in a field of the order form: it stays there, the field says why, and
// neither receipt nor button goes on, whichever field it is.
import { loadTexts } from '@isobath/texts';
import { UiProvider, type UiWords } from '@isobath/ui';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { createValue } from '../../../base/value.ts';
import { type Trade, TradeContext } from '../layout/trade-context.ts';
import { readMarket } from '../market/market.ts';
import { checkForm, type FaultyField } from './checks.ts';
import { FormFields } from './FormFields.tsx';
import { FormOptions } from './FormOptions.tsx';
import { emptyForm, type FormField, type FormState } from './form-state.ts';
import { type PreviewFacts, previewOrder } from './preview.ts';
import { act, change, info, makeFacts, reduce, type } from './testing.ts';

const words = new Proxy(
  {},
  { get: (_words, name) => (/^number[UMD]/.test(String(name)) ? say(name) : String(name)) },
) as UiWords;
const say = (name: string | symbol) => (fact: unknown) => `${String(name)} ${String(fact)}`;

function look(state: FormState, facts: PreviewFacts = makeFacts()) {
  const preview = previewOrder(state, facts);
  return { preview, errors: checkForm({ state, facts, preview, nowMs: 1_000 }) };
}

const kinds: readonly (readonly [FaultyField, Partial<FormState>])[] = [
  ['price', { kind: 'limit' }],
  ['size', { kind: 'limit' }],
  ['size', { kind: 'market' }],
  ['total', { kind: 'limit' }],
  ['total', { kind: 'market', sizedBy: 'quote' }],
  ['stopPrice', { kind: 'stop_market' }],
  ['stopLimitPrice', { kind: 'oco', side: 'sell' }],
  ['stopLimitPrice', { kind: 'otoco' }],
  ['targetPrice', { kind: 'otoco' }],
  ['trailingPercent', { kind: 'trailing_stop' }],
  ['activationPrice', { kind: 'trailing_stop' }],
  ['activationPrice', { kind: 'oto', followKind: 'trailing_stop' }],
  ['visibleSize', { kind: 'limit' }],
  ['slippagePercent', { kind: 'market' }],
  ['riskPercent', { kind: 'otoco' }],
];

/** An order with nothing wrong but, perhaps, what is missing. */
function begin(values: Partial<FormState>): FormState {
  return act(
    change({ ...values, stopPrice: '9000', targetPrice: '11000' }),
    type('price', values.side === 'sell' ? '11000' : '9990'),
    type('size', '0.1'),
  );
}

describe('a text that is no number', () => {
  test.each(kinds)('waits in %s of %j', (field, values) => {
    const text = '?1e9';
    const refused =
      field === 'riskPercent'
        ? reduce(begin(values), { type: 'risk', text, equityUnits: 1_000n })
        : reduce(begin(values), type(field, text));
    const faults = look(refused).errors.filter((error) => error.word === 'number_missing');
    expect(faults.map((error) => error.field)).toContain(field);
  });

  test('does not count as the field it stands in, nor in what follows from it', () => {
    expect(look(act(type('price', '?83500.5'), type('size', '0.1'))).preview).toBeNull();
    expect(look(act(type('price', '9990'), type('size', '?1,2'))).preview).toBeNull();
    expect(act(type('price', '?83500.5'), type('size', '0.1')).total).toBe('');
    expect(act(type('price', '9990'), type('total', '?1e3')).size).toBe('');
  });

  test('in a field that the order has not does not stand in its way', () => {
    const state: FormState = { ...begin({ kind: 'limit' }), stopPrice: '?x', riskPercent: '?x' };
    expect(look(state).errors).toEqual([]);
  });
});

function draw(state: FormState, facts: PreviewFacts): string {
  const { errors } = look(state, facts);
  const room = { book: facts, last: createValue(facts.lastTicks) };
  const trade = { market: facts.market, room, own: null, form: state, width: 'large' };
  return renderToStaticMarkup(
    <UiProvider settings={{ locale: 'en-US', words }}>
      <TradeContext value={trade as unknown as Trade}>
        <FormFields errors={errors} />
        <FormOptions errors={errors} />
      </TradeContext>
    </UiProvider>,
  );
}

/** The first field: its text as it stands, and what is said below it. */
function readField(html: string): { text: string; message: string } {
  const input = /<input[^>]*aria-invalid="true"[^>]*>/.exec(html)?.[0] ?? '';
  const id = /\bid="([^"]+)"/.exec(input)?.[1] ?? '';
  const message = html.slice(html.indexOf(`id="${id}-message"`));
  return {
    text: /\bvalue="([^"]*)"/.exec(input)?.[1] ?? '',
    message: /<span[^>]*>([^<]+)</.exec(message)?.[1] ?? '',
  };
}

describe('the field says why', () => {
  beforeAll(() => loadTexts('en_US', 'spot'));
  const whole = readMarket({ ...info, digit: '0#5', tickSize: '1' }, () => 8);

  const named: readonly (readonly [string, FormField, PreviewFacts['market'], string])[] = [
    ['83500.5', 'price', whole, 'numberDecimals 0'],
    ['83500.555', 'price', makeFacts().market, 'numberDecimals 2'],
    ['1e9', 'price', whole, 'numberUnreadable 1,234'],
    ['$83,500', 'price', makeFacts().market, 'numberUnreadable 1,234.55'],
    ['12,5', 'size', makeFacts().market, 'numberMarks 1,234.55'],
    ['-0.01', 'size', makeFacts().market, 'numberSign'],
    ['1,', 'size', makeFacts().market, 'numberIncomplete'],
  ];
  test.each(named)('%s stays in %s', (text, field, market, message) => {
    const state = { ...emptyForm, price: '9990', size: '1', [field]: `?${text}` };
    expect(readField(draw(state, makeFacts({ market })))).toEqual({ text, message });
  });

  test('a limit is grouped in the message and on the button that takes it', () => {
    const html = draw(act(type('price', '90000'), type('size', '0.01')), makeFacts());
    expect(readField(html).message).toBe('Too far above the market price. Maximum: 49,975.00');
    expect(html).toContain('Use 49,975.00');
  });
});
