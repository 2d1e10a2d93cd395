// Yes and no, one of few, some of many: switch, checkbox, radio cards, segments, chips.
// Native inputs under own drawings: keyboards, forms and screen readers know them already.
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { useUi } from '../words/UiProvider.tsx';
import { describeField, FieldMessage } from './Field.tsx';
import { useEarly } from './use-early.ts';
import { useFault } from './use-fault.ts';

type ToggleProps = {
  label: ReactNode;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  hint?: ReactNode;
  isDisabled?: boolean | undefined;
  name?: string | undefined;
};

/** What acts at once acted for nobody before its page was there: it stands again as it is. */
function useEarlyUndo<TElement extends HTMLElement>(): RefObject<TElement | null> {
  const choices = useRef<TElement>(null);
  useEarly(() => {
    for (const input of choices.current?.querySelectorAll('input') ?? []) {
      input.checked = input.defaultChecked;
    }
  });
  return choices;
}

/** On or off, at once. */
export function Switch(props: ToggleProps) {
  const choice = useEarlyUndo<HTMLLabelElement>();
  return (
    <label className="ui-choice" ref={choice}>
      <input
        checked={props.isOn}
        className="ui-switch"
        disabled={props.isDisabled}
        name={props.name}
        onChange={(event) => props.onChange(event.target.checked)}
        role="switch"
        type="checkbox"
      />
      <ChoiceText hint={props.hint} label={props.label} />
    </label>
  );
}

/** Chosen or not, sent with a form; isMixed when only some of what it stands for are chosen. */
export function Checkbox(
  props: ToggleProps & { isMixed?: boolean | undefined; isRequired?: boolean | undefined },
) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const { fault, onInvalid } = useFault(props.isOn);
  useEarly(() => {
    const isOn = input.current?.checked ?? props.isOn;
    if (isOn !== props.isOn) props.onChange(isOn);
  });
  useEffect(() => {
    if (input.current) input.current.indeterminate = props.isMixed === true;
  }, [props.isMixed]);
  return (
    <>
      <label className="ui-choice">
        <input
          {...describeField(id, { label: '', error: fault })}
          checked={props.isOn}
          className="ui-choice-box"
          disabled={props.isDisabled}
          name={props.name}
          onChange={(event) => props.onChange(event.target.checked)}
          onInvalid={onInvalid}
          ref={input}
          required={props.isRequired}
          type="checkbox"
        />
        <ChoiceText hint={props.hint} label={props.label} />
      </label>
      <FieldMessage field={{ label: '', error: fault }} id={id} />
    </>
  );
}

function ChoiceText(props: { label: ReactNode; hint: ReactNode }) {
  return (
    <span>
      {props.label}
      {props.hint ? <span className="ui-choice-hint">{props.hint}</span> : null}
    </span>
  );
}

/** One thing to choose. */
export type Option<TValue extends string> = {
  value: TValue;
  label: string;
  /** A second, quieter line or text. */
  note?: ReactNode;
  icon?: ReactNode;
  isDisabled?: boolean | undefined;
};

type OneOfProps<TValue extends string> = {
  /** The name of the group, for those who do not see it. */
  label: string;
  options: readonly Option<TValue>[];
  value: TValue;
  onChange: (value: TValue) => void;
};

/** One of a few, each with its explanation. */
export function RadioCards<TValue extends string>(props: OneOfProps<TValue>) {
  const name = useId();
  const choices = useEarlyUndo<HTMLFieldSetElement>();
  return (
    <fieldset className="ui-radio-cards" ref={choices}>
      <legend className="ui-sr">{props.label}</legend>
      {props.options.map((option) => (
        <label className="ui-radio-card" key={option.value}>
          <input
            checked={option.value === props.value}
            className="ui-choice-box"
            disabled={option.isDisabled}
            name={name}
            onChange={() => props.onChange(option.value)}
            type="radio"
          />
          <span className="ui-radio-card-text">
            {option.label}
            {option.note ? <span className="ui-choice-hint">{option.note}</span> : null}
          </span>
          {option.icon}
        </label>
      ))}
    </fieldset>
  );
}

/**
 * One of few in one row.
 *
 * @param props - sides: buy and sell wear their colours (the values must be "buy" and "sell").
 */
export function Segmented<TValue extends string>(
  props: OneOfProps<TValue> & {
    size?: 'small' | undefined;
    isFull?: boolean | undefined;
    hasSides?: boolean | undefined;
    /** Show pictures only; labels become names and hover texts. */
    isIconOnly?: boolean | undefined;
  },
) {
  const name = useId();
  const choices = useEarlyUndo<HTMLDivElement>();
  return (
    <div
      aria-label={props.label}
      className="ui-segments"
      data-full={props.isFull ? '' : undefined}
      data-size={props.size}
      ref={choices}
      role="radiogroup"
    >
      {props.options.map((option) => (
        <label
          className="ui-segment"
          data-side={props.hasSides ? option.value : undefined}
          key={option.value}
          title={props.isIconOnly ? option.label : undefined}
        >
          <input
            aria-label={props.isIconOnly ? option.label : undefined}
            checked={option.value === props.value}
            disabled={option.isDisabled}
            name={name}
            onChange={() => props.onChange(option.value)}
            type="radio"
          />
          {option.icon}
          {props.isIconOnly ? null : <span>{option.label}</span>}
          {option.note}
        </label>
      ))}
    </div>
  );
}

/** Several of many, each a chip that is pressed or not. */
export function FilterChips<TValue extends string>(props: {
  label: string;
  options: readonly Option<TValue>[];
  values: readonly TValue[];
  onChange: (values: TValue[]) => void;
}) {
  const toggle = (value: TValue) => {
    const isOn = props.values.includes(value);
    props.onChange(isOn ? props.values.filter((each) => each !== value) : [...props.values, value]);
  };
  return (
    <div aria-label={props.label} className="ui-chips" role="group">
      {props.options.map((option) => (
        <button
          aria-pressed={props.values.includes(option.value)}
          className="ui-chip"
          disabled={option.isDisabled}
          key={option.value}
          onClick={() => toggle(option.value)}
          type="button"
        >
          {option.icon}
          {option.label}
          {option.note}
        </button>
      ))}
    </div>
  );
}

/** Filters in force, each removable, and one button for all. */
export function ActiveFilters(props: {
  label: string;
  filters: readonly { key: string; label: string; onRemove: () => void }[];
  onClearAll: () => void;
}) {
  const { words } = useUi();
  if (props.filters.length === 0) return null;
  return (
    <div aria-label={props.label} className="ui-chips" role="group">
      {props.filters.map((filter) => (
        <button
          aria-label={`${words.clear} ${filter.label}`}
          className="ui-chip"
          key={filter.key}
          onClick={filter.onRemove}
          type="button"
        >
          {filter.label}
          <X aria-hidden="true" />
        </button>
      ))}
      <button className="ui-chip" onClick={props.onClearAll} type="button">
        {words.clearAll}
      </button>
    </div>
  );
}
