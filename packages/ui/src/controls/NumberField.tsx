// A field for a decimal number with its unit: typed, pasted, stepped by the market's tick.
// Not a float input: values are decimal strings from the first key to the wire.
import { Minus, Plus } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { countDecimals, type DecimalText } from '../number/decimal.ts';
import { useUi } from '../words/UiProvider.tsx';
import { describeField, Field, FieldBox, type FieldProps } from './Field.tsx';
import { isSameValue, type NumberDraft, readDraft, showDraft, stepValue } from './number-draft.ts';

/** Keys: arrows one step, Shift or Page keys ten. */
export type NumberFieldProps = FieldProps & {
  /** "" is empty. */
  value: DecimalText | '';
  onChange: (value: DecimalText | '') => void;
  /** One press of an arrow key: tick or lot. */
  step: DecimalText;
  /** Most decimals; left out, those of the step. */
  decimals?: number | undefined;
  min?: DecimalText | undefined;
  max?: DecimalText | undefined;
  /** Where stepping starts from an empty field: the market's price. */
  stepFrom?: DecimalText | undefined;
  isSigned?: boolean | undefined;
  /** The unit, or a small select that changes it. */
  unit?: ReactNode;
  /** A chip in the box, for instance "Max" or "Bid". */
  chips?: readonly { label: string; onApply: () => void }[] | undefined;
  hasSteps?: boolean | undefined;
  onEnter?: (() => void) | undefined;
  input?:
    | Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'className' | 'id' | 'onKeyDown'>
    | undefined;
};

/** A number with unit, stepper and chips. */
export function NumberField(props: NumberFieldProps) {
  const id = useId();
  const { locale } = useUi();
  const [draft, setDraft] = useState<NumberDraft>({ text: '', value: '' });
  const isDraft = isSameValue(draft.value, props.value);
  const text = isDraft ? draft.text : showDraft(props.value, locale);
  const decimals = props.decimals ?? countDecimals(props.step);
  const type = (typed: string, isWhole: boolean) => {
    const { step, isSigned } = props;
    const read = readDraft(typed, { locale, step, decimals, isSigned }, isWhole);
    if (!read) return;
    setDraft(read);
    props.onChange(read.value);
  };
  const step = (steps: number) => {
    const { min, max, stepFrom: start } = props;
    props.onChange(stepValue(props.value, { step: props.step, steps, start, min, max }));
  };
  return (
    <Field field={props} id={id}>
      <FieldBox field={props} id={id}>
        <input
          autoComplete="off"
          enterKeyHint="done"
          inputMode="decimal"
          {...props.input}
          {...describeField(id, props)}
          className="ui-input"
          data-number=""
          disabled={props.isDisabled}
          id={id}
          onBlur={() => setDraft({ text: showDraft(props.value, locale), value: props.value })}
          onChange={(event) => type(event.target.value, isWholeInput(event.nativeEvent))}
          onKeyDown={(event) => handleKey(event, step, props.onEnter)}
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

/** Whether a text came at once: pasted, dropped, filled in by the browser or by a suggestion. */
function isWholeInput(event: Event): boolean {
  if (!(event instanceof InputEvent)) return true;
  if (event.inputType === 'insertText') return (event.data ?? '').length > 1;
  return !/^(insertComposition|delete|history)/.test(event.inputType);
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
