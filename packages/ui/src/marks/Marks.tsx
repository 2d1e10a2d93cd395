// Small things that are looked at: tags, counts, keys, lines, dots, the pennant.
import type { ReactNode } from 'react';

/** What a mark means; you is only for what belongs to the reader. */
export type Tone = 'plain' | 'outline' | 'up' | 'down' | 'warn' | 'danger' | 'info' | 'you';

/** A short word on a ground. */
export function Tag(props: { tone?: Tone | undefined; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className="ui-tag" data-tone={props.tone}>
      {props.icon}
      {props.children}
    </span>
  );
}

const badgeMax = 99;

/** A count as a badge shows it: 99+ above 99. */
export function showCount(count: number): string {
  return count > badgeMax ? `${badgeMax}+` : String(count);
}

/** A count: 99+ above 99, nothing at zero. */
export function Badge(props: {
  count: number;
  isLoud?: boolean | undefined;
  /** What is counted, for screen readers. */
  label?: string | undefined;
}) {
  if (props.count <= 0) return null;
  return (
    <span className="ui-badge" data-tone={props.isLoud ? 'loud' : undefined}>
      {showCount(props.count)}
      {props.label ? <span className="ui-sr"> {props.label}</span> : null}
    </span>
  );
}

/** A key of the keyboard. */
export function Kbd(props: { children: ReactNode }) {
  return <kbd className="ui-kbd">{props.children}</kbd>;
}

/** A thin line between parts. */
export function Divider(props: { isVertical?: boolean | undefined }) {
  return <hr className="ui-divider" data-vertical={props.isVertical ? '' : undefined} />;
}

/**
 * The waterline: a rule with a notch.
 *
 * @param props - notchAt: a CSS length or share from the start; isYou fills the notch with lime.
 */
export function Waterline(props: {
  notchAt?: string | undefined;
  isYou?: boolean | undefined;
  className?: string | undefined;
}) {
  return (
    <div
      aria-hidden="true"
      className={`ui-waterline-row ${props.className ?? ''}`}
      data-tone={props.isYou ? 'you' : undefined}
      style={props.notchAt ? ({ '--notch-at': props.notchAt } as object) : undefined}
    >
      <svg aria-hidden="true" className="ui-waterline-notch" viewBox="0 0 14 7">
        <path d="M0 .5H2L7 6.2 12 .5H14" />
      </svg>
    </div>
  );
}

/** The shape that always travels with the lime: this is yours. */
export function Pennant(props: { label?: string | undefined }) {
  const named = props.label ? { role: 'img', 'aria-label': props.label } : { 'aria-hidden': true };
  return (
    <svg {...named} className="ui-pennant" viewBox="0 0 9 9">
      <path d="M0 0H9L6.6 4.5 9 9H0Z" />
    </svg>
  );
}

/** How a connection or a service is doing: good, warn (triangle), bad (square), unknown. */
export type DotTone = 'good' | 'warn' | 'bad' | 'unknown';

/** A dot whose shape says as much as its colour, with words beside it. */
export function StatusDot(props: { tone: DotTone; children?: ReactNode; label?: string }) {
  return (
    <span className="ui-dot-line">
      <span aria-hidden="true" className="ui-dot" data-tone={props.tone} />
      {props.label ? <span className="ui-sr">{props.label}</span> : null}
      {props.children}
    </span>
  );
}
