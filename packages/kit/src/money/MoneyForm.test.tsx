// A form that moves money as it is first drawn: what is there, what may be moved, both accounts.
import { loadTexts } from '@isobath/texts';
import { UiProvider, type UiWords } from '@isobath/ui';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import { MoneyForm, type MoneyWords } from './MoneyForm.tsx';
import { MoneyTroubles } from './MoneyTroubles.tsx';
import { useAmount } from './use-amount.ts';
import { type MoneyTrouble, useMoney } from './use-money.tsx';

const words: MoneyWords = {
  amount: 'Amount',
  submit: 'Move',
  after: 'Afterwards',
  most: (limit) => `At most ${limit}`,
  capped: (limit) => `Lowered to ${limit}`,
  unknown: 'Look at the records first.',
};

function Form(props: { left: string; closed?: string; refusal?: string }) {
  return (
    <MoneyForm
      available="10"
      closed={props.closed}
      draft={useAmount({ cap: props.left, precision: 8 })}
      left={props.left}
      money={useMoney()}
      onSubmit={() => {}}
      refusal={props.refusal}
      sides={[{ key: 'spot', label: 'Spot', available: '10', sign: -1 }]}
      unit="USDT"
      words={words}
    />
  );
}

function Trouble({ trouble }: { trouble: MoneyTrouble }) {
  const money = { ...useMoney(), trouble };
  return <MoneyTroubles actions={<a href="/r">Records</a>} money={money} unknown={words.unknown} />;
}

const show = (part: React.ReactNode) =>
  renderToStaticMarkup(
    <UiProvider
      settings={{ locale: 'en-US', words: { sending: 'Sending' } as UiWords, renderedAtMs: 0 }}
    >
      {part}
    </UiProvider>,
  );

beforeAll(() => loadTexts('en_US', 'kit'));

it('says what is there, and what of it may still be moved when that is less', () => {
  expect(show(<Form left="10" />)).not.toContain('Left today');
  const limited = show(<Form left="4" />);
  expect(limited).toContain('Available');
  expect(limited).toContain('Left today');
  expect(limited).toContain('Afterwards');
});

it('says why nothing can be moved', () => {
  expect(show(<Form closed="USDT stays here" left="10" />)).toContain('USDT stays here');
});

it('says at the amount what the exchange said of it', () => {
  const refused = show(<Form left="10" refusal="More than you hold." />);
  expect(refused).toContain('More than you hold.');
  expect(refused).toContain('aria-invalid="true"');
});

it('leads to the records when nobody knows the outcome, and says a refusal as it came', () => {
  const unknown = show(<Trouble trouble={{ kind: 'unknown' }} />);
  expect(unknown).toContain(words.unknown);
  expect(unknown).toContain('Records');
  const refused = show(<Trouble trouble={{ kind: 'refused', text: 'Too little margin.' }} />);
  expect(refused).toContain('Too little margin.');
  expect(refused).not.toContain('Records');
});
