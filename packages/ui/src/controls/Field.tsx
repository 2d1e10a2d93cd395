// The frame of every field: label, box, hint, warning, and the error with its one-click repair.
// Not an input. Used by all fields of this folder.
import { OctagonAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** What is wrong, and the button that puts it right: "Use max 0.41". */
export type FieldError = {
  text: string;
  repair?: { label: string; onApply: () => void } | undefined;
};

/** What every field takes. */
export type FieldProps = {
  label: string;
  /** inside: the label stands in the box and the value at its end, for dense forms. */
  labelPlace?: 'above' | 'inside' | 'hidden' | undefined;
  /** At the end of the label row: a balance, a link. */
  aside?: ReactNode;
  hint?: ReactNode;
  error?: FieldError | string | null | undefined;
  /** What to think of before it is sent; it stops nothing, and an error stands in its place. */
  warning?: string | null | undefined;
  /** Keep one line free for the message, so that nothing moves when it comes. */
  hasMessageRoom?: boolean | undefined;
  isDisabled?: boolean | undefined;
  className?: string | undefined;
};

/** Attributes that tie an input to its message. */
export function describeField(id: string, props: FieldProps) {
  const hasMessage = Boolean(props.error || props.warning || props.hint);
  return {
    'aria-describedby': hasMessage ? `${id}-message` : undefined,
    'aria-invalid': props.error ? true : undefined,
  };
}

/** Draw the frame around an input that has the given id. */
export function Field(props: {
  id: string;
  field: FieldProps;
  /** The label names a group of inputs, not one. */
  isGroup?: boolean | undefined;
  children: ReactNode;
}) {
  const { field, id } = props;
  const isAbove = field.labelPlace === undefined || field.labelPlace === 'above';
  return (
    <div className={`ui-field ${field.className ?? ''}`}>
      {isAbove ? (
        <div className="ui-field-head">
          {props.isGroup ? (
            <span id={`${id}-label`}>{field.label}</span>
          ) : (
            <label htmlFor={id} id={`${id}-label`}>
              {field.label}
            </label>
          )}
          {field.aside ? <span className="ui-field-aside">{field.aside}</span> : null}
        </div>
      ) : null}
      {props.children}
      <FieldMessage field={field} id={id} />
    </div>
  );
}

/** The box with its label inside when asked. */
export function FieldBox(props: { id: string; field: FieldProps; children: ReactNode }) {
  const { field, id } = props;
  const isInside = field.labelPlace === 'inside';
  return (
    // The box gives its press to the input; keyboard users reach the input itself.
    <div
      className="ui-field-box"
      data-disabled={field.isDisabled ? '' : undefined}
      data-inner={isInside ? '' : undefined}
      data-invalid={field.error ? '' : undefined}
      onMouseDown={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        document.getElementById(id)?.focus();
      }}
      role="presentation"
    >
      {isInside ? (
        <label className="ui-field-inner-label" htmlFor={id}>
          {field.label}
        </label>
      ) : null}
      {field.labelPlace === 'hidden' ? (
        <label className="ui-sr" htmlFor={id}>
          {field.label}
        </label>
      ) : null}
      {props.children}
    </div>
  );
}

/** The line below: what is wrong, else the warning, else the hint, else nothing. */
export function FieldMessage(props: { id: string; field: FieldProps }) {
  const { hint, warning, hasMessageRoom } = props.field;
  // An empty text is no error, as the box above has it.
  const given = props.field.error || null;
  const error = typeof given === 'string' ? { text: given } : given;
  if (!error && !warning && !hint && !hasMessageRoom) return null;
  return (
    <div
      className="ui-field-message"
      data-error={error ? '' : undefined}
      data-room={hasMessageRoom ? '' : undefined}
      data-warning={!error && warning ? '' : undefined}
      id={`${props.id}-message`}
      role={error ? 'alert' : warning ? 'status' : undefined}
    >
      {error ? (
        <>
          <OctagonAlert aria-hidden="true" />
          <span>{error.text}</span>
          {'repair' in error && error.repair ? (
            <button className="ui-field-repair" onClick={error.repair.onApply} type="button">
              {error.repair.label}
            </button>
          ) : null}
        </>
      ) : warning ? (
        <>
          <TriangleAlert aria-hidden="true" />
          <span>{warning}</span>
        </>
      ) : (
        hint
      )}
    </div>
  );
}
