import { brand } from '../brand.ts';

/** The mark; isMono draws the pennant in the text's colour too. */
export function BrandMark(props: {
  size?: number | undefined;
  isMono?: boolean | undefined;
  /** Its name for screen readers; left out where the name stands beside it. */
  label?: string | undefined;
}) {
  const size = props.size ?? 24;
  const named = props.label ? { role: 'img', 'aria-label': props.label } : { 'aria-hidden': true };
  return (
    <svg
      {...named}
      className="ui-mark"
      fill="none"
      height={size}
      viewBox={brand.mark.viewBox}
      width={size}
    >
      {brand.mark.lines.map((line) => (
        <path d={line} key={line} stroke="currentColor" strokeWidth={brand.mark.lineWidth} />
      ))}
      <path d={brand.mark.pennant} fill={props.isMono ? 'currentColor' : 'var(--you-fill)'} />
    </svg>
  );
}

/** Mark and name in one line. */
export function Wordmark(props: { size?: number | undefined }) {
  return (
    <span className="ui-wordmark">
      <BrandMark size={props.size ?? 24} />
      {brand.wordmark}
    </span>
  );
}
