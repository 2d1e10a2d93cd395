import type { DecimalText } from '../number/decimal.ts';
import { readSign } from '../number/format.ts';
import { placeValues } from './levels.ts';

const signNames = { '-1': 'down', '0': 'none', '1': 'up' } as const;

/**
 * A small line of prices with a dot at its end; no axis. Its colour says the direction.
 *
 * @param props - values: oldest first; undefined: not known yet, the place is kept; label: what it
 *   is, for those who do not see it; change: the change that stands beside it in per cent, whose
 *   sign decides: the first point of a line is not the price of a day ago. Without it, the
 *   direction is that from first to last.
 */
export function Sparkline(props: {
  values: readonly (string | number)[] | undefined;
  label: string;
  widthPx?: number | undefined;
  heightPx?: number | undefined;
  change?: DecimalText | undefined;
}) {
  const widthPx = props.widthPx ?? 80;
  const heightPx = props.heightPx ?? 28;
  const values = (props.values ?? []).map(Number).filter(Number.isFinite);
  const points = values.length > 0 ? placeValues(values, { widthPx, heightPx, padPx: 3 }) : [];
  const last = points.at(-1);
  const line = points.map((point) => `${point.x.toFixed(1)} ${point.y.toFixed(1)}`).join('L');
  return (
    <svg
      aria-label={props.label}
      className="ui-sparkline"
      data-direction={
        props.change === undefined ? readWay(values) : signNames[readSign(props.change)]
      }
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
      ) : props.values === undefined ? null : (
        <path className="ui-sparkline-flat" d={`M3 ${heightPx / 2}H${widthPx - 3}`} />
      )}
    </svg>
  );
}

function readWay(values: readonly number[]): 'up' | 'down' | 'none' {
  const first = values[0] ?? 0;
  const last = values.at(-1) ?? 0;
  if (first === last) return 'none';
  return last > first ? 'up' : 'down';
}
