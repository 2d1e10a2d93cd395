import type { ClipboardEvent, Ref } from 'react';
import { type NumberParts, thinSpace, unknownText } from './parts.ts';

/** Up and down, for colour; always together with a sign, an arrow or a place. */
export type Direction = 'up' | 'down';

/** Draw the pieces of a number; a collapsed price is read and copied in full. */
export function NumberText(props: {
  parts: NumberParts | null;
  unit?: string | undefined;
  direction?: Direction | undefined;
  hasArrow?: boolean | undefined;
  /** Hover text when it differs from what is shown. */
  title?: string | undefined;
  className?: string | undefined;
  ref?: Ref<HTMLSpanElement> | undefined;
}) {
  const { parts, unit, direction } = props;
  const className = props.className ? `ui-number ${props.className}` : 'ui-number';
  if (!parts) {
    return (
      <span className={className} data-unknown="" ref={props.ref}>
        {unknownText}
      </span>
    );
  }
  const shown = parts.sign + parts.head;
  const isCollapsed = parts.zeros !== '';
  const title = props.title ?? (isCollapsed ? parts.plain : undefined);
  return (
    <span
      className={className}
      data-direction={direction}
      onCopy={isCollapsed ? (event) => copyPlain(event, parts.plain) : undefined}
      ref={props.ref}
      title={title}
    >
      {props.hasArrow && direction ? <DirectionArrow direction={direction} /> : null}
      {isCollapsed ? (
        <>
          <span className="ui-sr">{parts.plain}</span>
          <span aria-hidden="true">
            {shown}
            <sub>{parts.zeros}</sub>
            {parts.tail}
          </span>
        </>
      ) : (
        shown
      )}
      {unit ? <span className="ui-unit">{thinSpace + unit}</span> : null}
    </span>
  );
}

/** The small triangle that says up or down without colour. */
export function DirectionArrow(props: { direction: Direction }) {
  const path = props.direction === 'up' ? 'M0 8 5 0l5 8z' : 'M0 0h10L5 8z';
  return (
    <svg aria-hidden="true" className="ui-arrow" viewBox="0 0 10 8">
      <path d={path} />
    </svg>
  );
}

function copyPlain(event: ClipboardEvent<HTMLSpanElement>, plain: string): void {
  event.clipboardData.setData('text/plain', plain);
  event.preventDefault();
}
