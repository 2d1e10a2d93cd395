import type { ReactNode } from 'react';

/** Before and after with an arrow between; equal sides show the value once. */
export function Delta(props: {
  before: ReactNode;
  after: ReactNode;
  /** Nothing changes: the arrow and the second side stay away, and their place stays empty. */
  isSame?: boolean | undefined;
}) {
  if (props.isSame) return <span className="ui-delta">{props.before}</span>;
  return (
    <span className="ui-delta">
      <span className="ui-delta-before">{props.before}</span>
      <svg aria-hidden="true" className="ui-delta-mark" viewBox="0 0 12 8">
        <path d="M0 4h10.5M7.5 1l3.2 3-3.2 3" strokeWidth="1.25" />
      </svg>
      <span>{props.after}</span>
    </span>
  );
}
