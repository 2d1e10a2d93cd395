// A short code in single boxes: typed, pasted whole, filled in by the phone.
// One real input per digit; a paste into any of them fills from the first.
import { type ClipboardEvent, type KeyboardEvent, useId, useRef } from 'react';
import { Field, type FieldProps } from './Field.tsx';

/**
 * Ask for a code of digits.
 *
 * @param props - nameDigit: the name of one box, "Digit 3 of 6"; onComplete: once all are there.
 */
export function CodeField(
  props: FieldProps & {
    value: string;
    onChange: (value: string) => void;
    onComplete?: ((value: string) => void) | undefined;
    nameDigit: (place: number, count: number) => string;
    digits?: number | undefined;
    hasFocus?: boolean | undefined;
  },
) {
  const id = useId();
  const count = props.digits ?? 6;
  const cells = useRef<(HTMLInputElement | null)[]>([]);
  const fill = (value: string) => {
    const digits = value.replace(/\D/g, '').slice(0, count);
    props.onChange(digits);
    cells.current[Math.min(digits.length, count - 1)]?.focus();
    if (digits.length === count) props.onComplete?.(digits);
  };
  const typeAt = (place: number, typed: string) => {
    const digits = typed.replace(/\D/g, '');
    if (digits.length > 2) return fill(digits);
    const before = props.value.slice(0, place);
    return fill(before + digits.slice(-1) + props.value.slice(place + 1));
  };
  const handleKey = (place: number, event: KeyboardEvent) => {
    const target = { ArrowLeft: place - 1, ArrowRight: place + 1 }[event.key];
    if (target !== undefined) cells.current[target]?.focus();
    if (event.key !== 'Backspace') return;
    event.preventDefault();
    const at = props.value[place] === undefined ? place - 1 : place;
    if (at < 0) return;
    props.onChange(props.value.slice(0, at) + props.value.slice(at + 1));
    cells.current[at]?.focus();
  };
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    fill(event.clipboardData.getData('text'));
  };
  return (
    <Field field={props} id={id} isGroup>
      <div
        aria-labelledby={props.labelPlace === 'hidden' ? undefined : `${id}-label`}
        className="ui-code"
        data-invalid={props.error ? '' : undefined}
        role="group"
      >
        {Array.from({ length: count }, (_, place) => (
          <input
            aria-invalid={props.error ? true : undefined}
            aria-label={props.nameDigit(place + 1, count)}
            autoComplete={place === 0 ? 'one-time-code' : 'off'}
            // The page has this one thing to ask; the reader has just pressed its button.
            autoFocus={props.hasFocus === true && place === 0}
            className="ui-code-cell"
            disabled={props.isDisabled}
            inputMode="numeric"
            key={place}
            onChange={(event) => typeAt(place, event.target.value)}
            onFocus={(event) => event.target.select()}
            onKeyDown={(event) => handleKey(place, event)}
            onPaste={paste}
            ref={(element) => {
              cells.current[place] = element;
            }}
            type="text"
            value={props.value[place] ?? ''}
          />
        ))}
      </div>
    </Field>
  );
}
