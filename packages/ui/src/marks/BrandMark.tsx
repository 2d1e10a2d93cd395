import { brand } from '../brand.ts';
import { useUi } from '../words/UiProvider.tsx';

/**
 * The mark, or the picture that an operator set in its place.
 *
 * @param props - isMono: the pennant in the text's colour too; label: its name for screen readers,
 *   left out where the name stands beside it.
 */
export function BrandMark(props: {
  size?: number | undefined;
  isMono?: boolean | undefined;
  label?: string | undefined;
}) {
  const { house } = useUi();
  const size = props.size ?? 24;
  if (house !== undefined && house.picture !== '') {
    return (
      <img
        alt={props.label ?? ''}
        className="ui-mark ui-mark-picture"
        height={size}
        src={house.picture}
        width={size}
      />
    );
  }
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
  const { house } = useUi();
  return (
    <span className="ui-wordmark">
      <BrandMark size={props.size ?? 24} />
      {house === undefined || house.name === '' ? brand.wordmark : house.name}
    </span>
  );
}
