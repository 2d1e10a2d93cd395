// The picture of an order's life: how much was asked for, how much was done, and when. Its words
// stand below it (OrderLife.tsx).
import type { OrderMoment, OrderRow } from '@isobath/wire';
import { type LifeMark, shapeLife } from './life-shape.ts';

const box = { widthPx: 320, heightPx: 96, padPx: 10 };
const half = 4;
const side = 2 * half;

/** A mark says by its shape what happened, not by colour alone. */
function Mark({ mark, isDone }: { mark: LifeMark; isDone: boolean }) {
  const { x, y, kind } = mark;
  switch (kind) {
    case 'placed':
      return <path className="life-own" d={`M${x} ${y}v-16h9l-2.4 4 2.4 4h-9Z`} />;
    case 'released':
    case 'triggered':
      return <path className="life-plain" d={`M${x} ${y - 5}l5 9h-10Z`} />;
    case 'amended':
    case 'prevented':
      return <path className="life-plain" d={`M${x - half} ${y}h${side}`} />;
    case 'filled':
      return <circle className="life-own" cx={x} cy={y} r="3" />;
    case 'closed':
      // A filled order ends in its last fill; another one is struck out where it stood.
      return isDone ? (
        <circle className="life-own" cx={x} cy={y} r={half} />
      ) : (
        <path
          className="life-cross"
          d={`M${x - half} ${y - half}l${side} ${side}m0 ${-side}l${-side} ${side}`}
        />
      );
  }
}

/** @param props - label: the words for those who do not see it; endMs: when it ended, or now. */
export function LifeChart(props: {
  order: OrderRow;
  moments: readonly OrderMoment[];
  endMs: number;
  label: string;
}) {
  const { order, moments, endMs } = props;
  const shape = shapeLife({ order, moments, endMs, box });
  const isOpen = moments.at(-1)?.kind !== 'closed';
  return (
    <svg
      aria-label={props.label}
      className="life-chart"
      role="img"
      viewBox={`0 0 ${box.widthPx} ${box.heightPx}`}
    >
      <path className="life-size" d={shape.sizePath} />
      <path className="life-area" d={shape.areaPath} />
      <path className="life-filled" d={shape.filledPath} />
      {shape.marks.map((mark, index) => (
        <Mark isDone={order.status === 'FILLED'} key={index} mark={mark} />
      ))}
      {isOpen ? <circle className="life-now" cx={shape.end.x} cy={shape.end.y} r="3.5" /> : null}
    </svg>
  );
}
