// Fields for words: one line, several lines, search, password.
// Not for numbers (NumberField) nor for one-time codes (CodeField).
import { Eye, EyeOff, Search, X } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { useId, useState } from 'react';
import { useUi } from '../words/UiProvider.tsx';
import { IconButton } from './Button.tsx';
import { describeField, Field, FieldBox, type FieldProps } from './Field.tsx';
import { useEarlyText } from './use-early.ts';
import { useFault } from './use-fault.ts';
import { useLimit } from './use-limit.ts';

type InputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'className' | 'id'>;

type TextFieldProps = FieldProps & {
  value: string;
  onChange: (value: string) => void;
  /** Before and after the text, inside the box. */
  start?: ReactNode;
  end?: ReactNode;
  input?: InputProps | undefined;
};

/** One line of text. */
export function TextField(props: TextFieldProps) {
  const id = useId();
  const { maxLength, ...input } = props.input ?? {};
  // What is searched for is not kept: there a text may end where the box does.
  const isSearch = input.role === 'searchbox';
  const limit = useLimit<HTMLInputElement>(props.value, isSearch ? undefined : maxLength);
  useEarlyText(limit.ref, props.onChange);
  const { fault, onInvalid } = useFault(props.value);
  const field = { ...props, error: limit.fault || fault || props.error };
  return (
    <Field field={field} id={id}>
      <FieldBox field={field} id={id}>
        {props.start}
        <input
          type="text"
          {...input}
          {...describeField(id, field)}
          className="ui-input"
          disabled={props.isDisabled}
          id={id}
          maxLength={isSearch ? maxLength : undefined}
          onChange={(event) => props.onChange(event.target.value)}
          onInvalid={onInvalid}
          ref={limit.ref}
          value={props.value}
        />
        {props.end}
      </FieldBox>
    </Field>
  );
}

/** Several lines of text. */
export function TextArea(
  props: FieldProps & {
    value: string;
    onChange: (value: string) => void;
    rows?: number | undefined;
    maxLength?: number | undefined;
    hasFocus?: boolean | undefined;
  },
) {
  const id = useId();
  const limit = useLimit<HTMLTextAreaElement>(props.value, props.maxLength);
  useEarlyText(limit.ref, props.onChange);
  const { fault, onInvalid } = useFault(props.value);
  const field = { ...props, error: limit.fault || fault || props.error };
  return (
    <Field field={field} id={id}>
      <FieldBox field={field} id={id}>
        <textarea
          {...describeField(id, field)}
          autoFocus={props.hasFocus === true}
          className="ui-input"
          disabled={props.isDisabled}
          id={id}
          onChange={(event) => props.onChange(event.target.value)}
          onInvalid={onInvalid}
          ref={limit.ref}
          rows={props.rows ?? 4}
          value={props.value}
        />
      </FieldBox>
    </Field>
  );
}

/** A search box: picture before, clear after; Escape clears. */
export function SearchBox(
  props: Omit<TextFieldProps, 'start' | 'end'> & { kbd?: ReactNode; hasFocus?: boolean },
) {
  const { words } = useUi();
  const { kbd, hasFocus, ...field } = props;
  const clear = (
    <IconButton
      icon={<X />}
      label={words.clear}
      onClick={({ currentTarget }) => {
        // The button goes with the words; whoever pressed it goes on typing.
        currentTarget.parentElement?.querySelector('input')?.focus();
        props.onChange('');
      }}
      size="small"
    />
  );
  return (
    <TextField
      labelPlace="hidden"
      {...field}
      end={props.value === '' ? kbd : clear}
      input={{
        placeholder: props.label,
        autoComplete: 'off',
        spellCheck: false,
        enterKeyHint: 'search',
        autoFocus: hasFocus === true,
        ...props.input,
        role: props.input?.role ?? 'searchbox',
        onKeyDown: (event) => {
          if (event.key === 'Escape' && props.value !== '') {
            event.stopPropagation();
            props.onChange('');
          }
          props.input?.onKeyDown?.(event);
        },
      }}
      start={<Search aria-hidden="true" className="ui-field-icon" />}
    />
  );
}

/**
 * A password: shown on request, may be pasted, managers welcome. A form is not sent without it.
 *
 * @param props - strength: score 0 to 4 with its words, for a new password.
 */
export function PasswordField(
  props: Omit<TextFieldProps, 'end'> & {
    isNew?: boolean | undefined;
    strength?: { score: 0 | 1 | 2 | 3 | 4; text: string } | undefined;
  },
) {
  const { words } = useUi();
  const [isShown, setShown] = useState(false);
  const { strength, isNew, ...field } = props;
  const hint = strength && props.value !== '' ? <StrengthMeter {...strength} /> : props.hint;
  return (
    <TextField
      {...field}
      end={
        <IconButton
          icon={isShown ? <EyeOff /> : <Eye />}
          isPressed={isShown}
          label={isShown ? words.hidePassword : words.showPassword}
          onClick={() => setShown(!isShown)}
          size="small"
        />
      }
      hint={hint}
      input={{
        autoComplete: isNew ? 'new-password' : 'current-password',
        spellCheck: false,
        required: true,
        ...props.input,
        type: isShown ? 'text' : 'password',
      }}
    />
  );
}

function StrengthMeter(props: { score: number; text: string }) {
  return (
    <span className="ui-strength-line">
      <span aria-hidden="true" className="ui-strength" data-score={props.score}>
        {[1, 2, 3, 4].map((step) => (
          <span
            className="ui-strength-step"
            data-on={step <= props.score ? '' : undefined}
            key={step}
          />
        ))}
      </span>
      {props.text}
    </span>
  );
}
