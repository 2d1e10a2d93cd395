// A field for a decimal number with its unit: typed, pasted, stepped by the market's tick. How a
// text is read: ../number/read-number.ts.
// Not a float input: values are decimal strings from the first key to the wire.
import { Minus, Plus } from 'lucide-react';
import {
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react';
import { countDecimals, type DecimalText } from '../number/decimal.ts';
import { joinParts, localiseDecimal } from '../number/parts.ts';
import type { NumberRange, NumberRules } from '../number/read-number.ts';
import { useUi } from '../words/UiProvider.tsx';
import { describeField, Field, FieldBox, type FieldProps } from './Field.tsx';
import {
  isRefused,
  isSameValue,
  type NumberDraft,
  readDraft,
  readFault,
  showAtRest,
  showDraft,
  stepValue,
} from './number-draft.ts';
import { useEarlyText } from './use-early.ts';

/** Keys: arrows one step, Shift or Page keys ten. */
export type NumberFieldProps = FieldProps & {
  /** "" is empty; see isRefused for what was not understood. */
  value: DecimalText | '';
  onChange: (value: DecimalText | '') => void;
  /** One press of an arrow key: tick or lot. */
  step: DecimalText;
  /** Most decimals; left out, those of the step. A finer number is refused, never cut. */
  decimals?: number | undefined;
  /** Where stepping stops. A number beyond is the owner's to judge, who has words for it. */
  min?: DecimalText | undefined;
  max?: DecimalText | undefined;
  /** What the field takes: steps stop at its ends, other numbers are refused with the reason. */
  range?: NumberRange | undefined;
  /** Where stepping starts from an empty field: the market's price. */
  stepFrom?: DecimalText | undefined;
  isSigned?: boolean | undefined;
  /** The unit, or a small select that changes it. */
  unit?: ReactNode;
  /** A chip in the box, for instance "Max" or "Bid". */
  chips?: readonly { label: string; onApply: () => void }[] | undefined;
  hasSteps?: boolean | undefined;
  /** Enter in a field whose text is a number. */
  onEnter?: (() => void) | undefined;
  /** The focus left the field. */
  onLeave?: (() => void) | undefined;
  input?:
    | Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'className' | 'id' | 'onKeyDown'>
    | undefined;
};

/** What a field says about a text that it does not take. */
function useFaultText(props: NumberFieldProps, rules: NumberRules, isEditing: boolean) {
  const { words } = useUi();
  const isMissing = props.value === '' && rules.range !== undefined && !isEditing;
  const fault = isMissing ? 'range' : readFault(props.value, rules);
  // Whoever is still at it may well complete it.
  if (fault === null || (fault === 'incomplete' && isEditing)) return null;
  const decimals = rules.decimals ?? 0;
  const sample = `1234.${'5'.repeat(Math.min(2, decimals))}`.replace(/\.$/, '');
  const show = (value: DecimalText) => joinParts(localiseDecimal(value, rules));
  const example = show(sample);
  switch (fault) {
    case 'unreadable':
      return words.numberUnreadable(example);
    case 'incomplete':
      return words.numberIncomplete;
    case 'marks':
      return words.numberMarks(example);
    case 'decimals':
      return words.numberDecimals(decimals);
    case 'sign':
      return words.numberSign;
    case 'range':
      return words.numberRange(show(rules.range?.min ?? ''), show(rules.range?.max ?? ''));
  }
}

/** At rest a number has its groups; while it is edited they would stand in the way of each key. */
function useEditedText(plain: string) {
  const [isFocused, setFocused] = useState(false);
  const focus = ({ currentTarget: input }: FocusEvent<HTMLInputElement>) => {
    // What was chosen before the focus came is known only once it is there.
    queueMicrotask(() => {
      if (!input.matches(':focus')) return;
      setFocused(true);
      if (input.value === plain) return;
      const chosen = (input.selectionEnd ?? 0) - (input.selectionStart ?? 0);
      const isWhole = chosen === input.value.length;
      // Not with the next drawing, which would let go of what is chosen.
      input.value = plain;
      if (isWhole) input.select();
    });
  };
  return { isFocused, focus, blur: () => setFocused(false) };
}

/**
 * A number with unit, stepper and chips.
 *
 * The text stays as it was typed or pasted; once left, a number has its groups. What is no number
 * is given to the owner as a value that no reader takes (isRefused), and said below the field.
 */
export function NumberField(props: NumberFieldProps) {
  const id = useId();
  const { locale } = useUi();
  const { isFocused, focus, blur } = useEditedText(showDraft(props.value, locale));
  const [draft, setDraft] = useState<NumberDraft | null>(null);
  const [isEditing, setEditing] = useState(false);
  const isDraft = draft !== null && isSameValue(draft.value, props.value);
  const shown = isFocused ? showDraft(props.value, locale) : showAtRest(props.value, locale);
  const text = isDraft ? draft.text : shown;
  const rules: NumberRules = {
    locale,
    decimals: props.decimals ?? countDecimals(props.step),
    isSigned: props.isSigned,
    unit: typeof props.unit === 'string' ? props.unit : undefined,
    range: props.range,
  };
  const fault = useFaultText(props, rules, isEditing);
  const field = { ...props, error: fault ?? props.error };
  const type = (typed: string) => {
    const read = readDraft(typed, rules);
    setEditing(true);
    setDraft(read);
    props.onChange(read.value);
  };
  const input = useRef<HTMLInputElement>(null);
  useEarlyText(input, type);
  const step = (steps: number) => {
    // A step from what is not understood would put another number in its place.
    if (isRefused(props.value)) return setEditing(false);
    const { min, max, stepFrom: start } = { ...props, ...props.range };
    props.onChange(stepValue(props.value, { step: props.step, steps, start, min, max }));
  };
  const enter = () => {
    setEditing(false);
    if (!isRefused(props.value)) props.onEnter?.();
  };
  const leave = () => {
    setEditing(false);
    setDraft(null);
    blur();
    props.onLeave?.();
  };
  return (
    <Field field={field} id={id}>
      <FieldBox field={field} id={id}>
        <input
          autoComplete="off"
          enterKeyHint="done"
          inputMode="decimal"
          {...props.input}
          {...describeField(id, field)}
          className="ui-input"
          data-number=""
          disabled={props.isDisabled}
          id={id}
          onBlur={leave}
          onChange={(event) => type(event.target.value)}
          onFocus={focus}
          onKeyDown={(event) => handleKey(event, step, props.onEnter && enter)}
          ref={input}
          type="text"
          value={text}
        />
        {typeof props.unit === 'string' ? (
          <span className="ui-field-unit">{props.unit}</span>
        ) : (
          props.unit
        )}
        <FieldChips chips={props.chips} isDisabled={props.isDisabled} />
        {props.hasSteps ? <StepButtons isDisabled={props.isDisabled} onStep={step} /> : null}
      </FieldBox>
    </Field>
  );
}

function handleKey(
  event: KeyboardEvent<HTMLInputElement>,
  step: (steps: number) => void,
  onEnter: (() => void) | undefined,
): void {
  const isLarge = event.shiftKey;
  const steps: Readonly<Record<string, number>> = {
    ArrowUp: isLarge ? 10 : 1,
    ArrowDown: isLarge ? -10 : -1,
    PageUp: 10,
    PageDown: -10,
  };
  const count = steps[event.key];
  if (count !== undefined && !event.altKey && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    step(count);
  } else if (event.key === 'Enter' && onEnter && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    onEnter();
  }
}

function FieldChips(props: { chips: NumberFieldProps['chips']; isDisabled: boolean | undefined }) {
  return props.chips?.map((chip) => (
    <button
      className="ui-chip-button"
      disabled={props.isDisabled}
      key={chip.label}
      onClick={chip.onApply}
      type="button"
    >
      {chip.label}
    </button>
  ));
}

function StepButtons(props: { isDisabled: boolean | undefined; onStep: (steps: number) => void }) {
  const { words } = useUi();
  const press = (steps: number) => (event: { shiftKey: boolean }) =>
    props.onStep(event.shiftKey ? steps * 10 : steps);
  return (
    <span className="ui-field-steps">
      <button
        aria-label={words.decrease}
        className="ui-field-step"
        disabled={props.isDisabled}
        onClick={press(-1)}
        tabIndex={-1}
        type="button"
      >
        <Minus aria-hidden="true" />
      </button>
      <button
        aria-label={words.increase}
        className="ui-field-step"
        disabled={props.isDisabled}
        onClick={press(1)}
        tabIndex={-1}
        type="button"
      >
        <Plus aria-hidden="true" />
      </button>
    </span>
  );
}
