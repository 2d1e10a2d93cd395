// A short code in single boxes: typed, pasted whole, filled in by the phone.
// One real input per digit; a paste into any of them fills from the first. A refused code is
// cleared, and the first box waits for the next one.
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { type CodeEntry, fillCode, typeDigit } from './code-digits.ts';
import { describeField, Field, type FieldProps } from './Field.tsx';
import { useFault } from './use-fault.ts';

type CodeFieldProps = FieldProps & {
  value: string;
  onChange: (value: string) => void;
  onComplete?: ((value: string) => void) | undefined;
  nameDigit: (place: number, count: number) => string;
  digits?: number | undefined;
  hasFocus?: boolean | undefined;
  isPending?: boolean | undefined;
  isLocked?: boolean | undefined;
  isRefused?: boolean | undefined;
};

/**
 * Ask for a code of digits.
 *
 * @param props - nameDigit: the name of one box, "Digit 3 of 6"; onComplete: once for each code
 *   that was typed or pasted; isPending: it was sent, nothing is typed until the answer is here;
 *   isLocked: no code is taken for now, so nothing is typed; isRefused: it was judged and is not
 *   the one.
 */
export function CodeField(props: CodeFieldProps) {
  const id = useId();
  const count = props.digits ?? 6;
  const cells = useRef<(HTMLInputElement | null)[]>([]);
  const { fault, onInvalid } = useFault(props.value);
  const field = { ...props, error: props.error || fault };
  const isLocked = props.isLocked === true;
  const isWaiting = props.isPending === true || isLocked;
  const isRefused = props.isRefused === true;
  const { onChange } = props;
  const clear = useRef(() => {});
  clear.current = () => {
    onChange('');
    cells.current[0]?.focus();
  };
  useEffect(() => {
    if (isRefused) clear.current();
  }, [isRefused]);
  const take = (entry: CodeEntry) => {
    if (isWaiting) return;
    onChange(entry.value);
    cells.current[entry.place]?.focus();
    if (entry.isComplete) props.onComplete?.(entry.value);
  };
  const handleKey = (place: number, event: KeyboardEvent) => {
    const target = { ArrowLeft: place - 1, ArrowRight: place + 1 }[event.key];
    if (target !== undefined) cells.current[target]?.focus();
    if (event.key !== 'Backspace' || isWaiting) return;
    event.preventDefault();
    const at = props.value[place] === undefined ? place - 1 : place;
    if (at < 0) return;
    props.onChange(props.value.slice(0, at) + props.value.slice(at + 1));
    cells.current[at]?.focus();
  };
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    take(fillCode(event.clipboardData.getData('text'), count));
  };
  return (
    <Field field={field} id={id} isGroup>
      <div
        aria-describedby={describeField(id, field)['aria-describedby']}
        aria-labelledby={props.labelPlace === 'hidden' ? undefined : `${id}-label`}
        className="ui-code"
        data-invalid={field.error ? '' : undefined}
        data-locked={isLocked ? '' : undefined}
        role="group"
      >
        {Array.from({ length: count }, (_, place) => (
          <input
            aria-disabled={isLocked || undefined}
            aria-invalid={field.error ? true : undefined}
            aria-label={props.nameDigit(place + 1, count)}
            autoComplete={place === 0 ? 'one-time-code' : 'off'}
            // The page has this one thing to ask; the reader has just pressed its button.
            autoFocus={props.hasFocus === true && place === 0}
            className="ui-code-cell"
            disabled={props.isDisabled}
            inputMode="numeric"
            key={place}
            // onInput, which also hears a digit like the one that stands there: no change to React.
            onChange={() => {}}
            onInvalid={onInvalid}
            onFocus={(event) => event.target.select()}
            onInput={({ currentTarget: { value: typed } }) =>
              take(typeDigit(props.value, { place, typed, count }))
            }
            onKeyDown={(event) => handleKey(place, event)}
            onPaste={paste}
            ref={(element) => {
              cells.current[place] = element;
            }}
            readOnly={isWaiting}
            required
            type="text"
            value={props.value[place] ?? ''}
          />
        ))}
      </div>
    </Field>
  );
}
