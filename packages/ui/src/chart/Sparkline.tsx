import { placeValues } from './levels.ts';

/**
 * A small line of prices with a dot at its end; no axis. Its colour says the direction from first
 * to last, and the number beside it says the same.
 *
 * @param props - values: oldest first; label: the words for those who do not see it.
 */
export function Sparkline(props: {
  values: readonly (string | number)[];
  label: string;
  widthPx?: number | undefined;
  heightPx?: number | undefined;
  direction?: 'up' | 'down' | 'none' | undefined;
}) {
  const widthPx = props.widthPx ?? 80;
  const heightPx = props.heightPx ?? 28;
  const values = props.values.map(Number).filter(Number.isFinite);
  const points = values.length > 0 ? placeValues(values, { widthPx, heightPx, padPx: 3 }) : [];
  const last = points.at(-1);
  const line = points.map((point) => `${point.x.toFixed(1)} ${point.y.toFixed(1)}`).join('L');
  return (
    <svg
      aria-label={props.label}
      className="ui-sparkline"
      data-direction={props.direction ?? readDirection(values)}
      fill="none"
      height={heightPx}
      role="img"
      viewBox={`0 0 ${widthPx} ${heightPx}`}
      width={widthPx}
    >
      {last && points.length > 1 ? (
        <>
          <path d={`M${line}`} />
          <circle cx={last.x} cy={last.y} r="1.75" />
        </>
      ) : (
        <path className="ui-sparkline-flat" d={`M3 ${heightPx / 2}H${widthPx - 3}`} />
      )}
    </svg>
  );
}

function readDirection(values: readonly number[]): 'up' | 'down' | 'none' {
  const first = values[0] ?? 0;
  const last = values.at(-1) ?? 0;
  if (first === last) return 'none';
  return last > first ? 'up' : 'down';
}
