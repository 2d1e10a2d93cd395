// A form that moves money: fields of the product, the amount with what is there and how much of it
// can be moved, what each account holds before and after, what went wrong, one button. What is sent
// twice is done once (attempts.ts).
import {
  Amount,
  Banner,
  Button,
  joinParts,
  localiseDecimal,
  NumberField,
  thinSpace,
  useUi,
} from '@isobath/ui';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTexts } from '../texts.tsx';
import { addAmounts, isAmount, isMore } from './amount.ts';
import { MoneyTroubles } from './MoneyTroubles.tsx';
import type { AmountDraft } from './use-amount.ts';
import type { Money } from './use-money.tsx';
import './money.css';

/** What the product says of its movement. */
export interface MoneyWords {
  readonly amount: string;
  readonly submit: string;
  /** Head of what accounts hold afterwards. */
  readonly after: string;
  /** More was typed than can be moved. @param limit - amount with its unit. */
  readonly most: (limit: string) => string;
  /** More was typed and has been lowered. */
  readonly capped: (limit: string) => string;
  /** Nobody knows whether money moved: where to look before it is sent again. */
  readonly unknown: string;
}

/** One account of the movement. */
export interface MoneySide {
  readonly key: string;
  readonly label: ReactNode;
  readonly available: string;
  /** -1: money leaves it; 1: it comes there. */
  readonly sign: 1 | -1;
}

/** Digits that can be typed; those beyond the asset's precision are cut when the field is left. */
const readableDecimals = 18;

/** What is said below the amount: what is wrong with it, or what was done to it. */
function useAmountWords(props: {
  draft: AmountDraft;
  words: MoneyWords;
  unit: string;
  isTouched: boolean;
}) {
  const t = useTexts('kit');
  const { locale } = useUi();
  const { problem, note, most, precision } = props.draft;
  const limit = `${joinParts(localiseDecimal(most, { locale }))}${thinSpace}${props.unit}`;
  const decimals = { most: precision };
  const empty = props.isTouched ? t('money.needAmount') : '';
  const problems = {
    empty: () => empty,
    refused: () => empty,
    tooMuch: () => (isAmount(most) ? props.words.most(limit) : t('money.tooMuch')),
    tooFine: () => t('money.tooFine', decimals),
  };
  const notes = {
    capped: () => props.words.capped(limit),
    trimmed: () => t('money.trimmed', decimals),
  };
  return {
    error: problem === null ? '' : problems[problem](),
    done: note === null ? '' : notes[note](),
  };
}

/** What was done to the amount; what is there, and what of it may be moved when that is less. */
function Room(props: { unit: string; note: string; available: string; left: string }) {
  const t = useTexts('kit');
  const { available, left, unit } = props;
  return (
    <>
      <strong className="money-note" role="status">
        {props.note}
      </strong>
      {t('money.available')} <Amount isOwn unit={unit} value={available} />
      {isMore(available, left) ? (
        <span className="money-left">
          {t('money.leftToday')} <Amount isOwn unit={unit} value={left} />
        </span>
      ) : null}
    </>
  );
}

/** Every account now and afterwards. */
function Balances(props: {
  sides: readonly MoneySide[];
  unit: string;
  moved: string;
  after: string;
}) {
  const t = useTexts('kit');
  return (
    <table className="money-balances">
      <thead>
        <tr>
          <td>{props.unit}</td>
          <th scope="col">{t('money.before')}</th>
          <th scope="col">{props.after}</th>
        </tr>
      </thead>
      <tbody>
        {props.sides.map(({ key, label, available, sign }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            <td>
              <Amount isOwn value={addAmounts(available, '0', 1)} />
            </td>
            <td>
              <Amount isOwn value={addAmounts(available, props.moved, sign)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * The form.
 *
 * @param props - fields: what is chosen above the amount; available, left: what is there and what
 *   of it may be moved; closed: why nothing can be moved now; onSubmit: called with an amount that
 *   can be moved; unknownActions: the way to the records; problem: what else is wrong with the
 *   amount; refusal: what the exchange said of it, which keeps nobody from sending it again;
 *   moved: what leaves, where that is not the amount; terms: what it costs, below it.
 */
export function MoneyForm(props: {
  draft: AmountDraft;
  money: Money;
  words: MoneyWords;
  unit: string;
  available: string;
  left: string;
  sides: readonly MoneySide[];
  fields?: ReactNode;
  closed?: ReactNode;
  unknownActions?: ReactNode;
  problem?: string | undefined;
  refusal?: string | undefined;
  moved?: string | undefined;
  terms?: ReactNode;
  onSubmit: () => void;
  children?: ReactNode;
}) {
  const t = useTexts('kit');
  const { draft, money, words, unit } = props;
  const [isTouched, setTouched] = useState(false);
  const { error, done } = useAmountWords({ draft, words, unit, isTouched });
  const { problem = '', refusal = '' } = props;
  const isGood = draft.problem === null && problem === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTouched(draft.problem !== null);
    // An amount that had to be changed waits for another press: nobody sends what was not read.
    draft.settle();
    if (isGood && !props.closed) props.onSubmit();
  };
  return (
    <form className="money-form" onSubmit={submit}>
      {props.fields}
      <NumberField
        chips={[{ label: t('money.all'), onApply: draft.takeAll }]}
        decimals={readableDecimals}
        error={error || problem || refusal}
        hint={<Room available={props.available} left={props.left} note={done} unit={unit} />}
        label={words.amount}
        onChange={draft.type}
        onLeave={draft.settle}
        step="1"
        unit={unit}
        value={draft.text}
      />
      {props.terms}
      <Balances
        after={words.after}
        moved={isGood ? (props.moved ?? draft.text) : '0'}
        sides={props.sides}
        unit={unit}
      />
      <MoneyTroubles actions={props.unknownActions} money={money} unknown={words.unknown} />
      {props.closed ? <Banner tone="warn">{props.closed}</Banner> : null}
      <Button
        isFull
        isPending={money.isSending}
        // A press must not take the focus: leaving the field may change the amount under it.
        onMouseDown={(event) => event.preventDefault()}
        size="large"
        type="submit"
        variant="primary"
      >
        {words.submit}
      </Button>
      {money.dialog}
      {props.children}
    </form>
  );
}
