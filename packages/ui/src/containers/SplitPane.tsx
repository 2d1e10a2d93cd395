// Two parts and the seam between them, moved by pointer or keys.
// It keeps nothing: the size is the caller's.
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useState } from 'react';
import { useUi } from '../words/UiProvider.tsx';

const keyStepPx = 16;

/**
 * Split a box in two.
 *
 * @param props - axis: columns puts the parts side by side; fixed: the part whose size is kept
 *   (the other takes the rest); sizePx, minPx, maxPx of that part; a double press on the seam
 *   restores defaultPx.
 */
export function SplitPane(props: {
  axis: 'columns' | 'rows';
  fixed: 'start' | 'end';
  sizePx: number;
  minPx: number;
  maxPx: number;
  defaultPx: number;
  onResize: (sizePx: number) => void;
  /** What the seam moves, for its name: "Order book". */
  label: string;
  start: ReactNode;
  end: ReactNode;
}) {
  const id = useId();
  const isStart = props.fixed === 'start';
  const size = { flexBasis: props.sizePx };
  return (
    <div className="ui-split" data-axis={props.axis}>
      <div
        className={isStart ? 'ui-split-side' : 'ui-split-rest'}
        id={`${id}-start`}
        style={isStart ? size : undefined}
      >
        {props.start}
      </div>
      <Seam {...props} controls={isStart ? `${id}-start` : `${id}-end`} />
      <div
        className={isStart ? 'ui-split-rest' : 'ui-split-side'}
        id={`${id}-end`}
        style={isStart ? undefined : size}
      >
        {props.end}
      </div>
    </div>
  );
}

type SeamProps = Parameters<typeof SplitPane>[0] & { controls: string };

function Seam(props: SeamProps) {
  const { words } = useUi();
  const [drag, setDrag] = useState<{ fromPx: number; sizePx: number } | null>(null);
  const isColumns = props.axis === 'columns';
  const sign = props.fixed === 'start' ? 1 : -1;
  const place = (event: PointerEvent) => (isColumns ? event.clientX : event.clientY);
  const resize = (sizePx: number) =>
    props.onResize(Math.round(Math.min(props.maxPx, Math.max(props.minPx, sizePx))));
  const start = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ fromPx: place(event), sizePx: props.sizePx });
  };
  const move = (event: PointerEvent) => {
    if (drag) resize(drag.sizePx + (place(event) - drag.fromPx) * sign);
  };
  return (
    // A separator that can be moved is a control of its own kind, with keys and a value.
    <div
      aria-controls={props.controls}
      aria-label={`${words.resize} ${props.label}`}
      aria-orientation={isColumns ? 'vertical' : 'horizontal'}
      aria-valuemax={props.maxPx}
      aria-valuemin={props.minPx}
      aria-valuenow={props.sizePx}
      className="ui-seam"
      data-dragging={drag ? '' : undefined}
      onDoubleClick={() => props.onResize(props.defaultPx)}
      onKeyDown={(event) => {
        const next = readKey(event, props, sign);
        if (next === null) return;
        event.preventDefault();
        resize(next);
      }}
      onPointerCancel={() => setDrag(null)}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={() => setDrag(null)}
      role="separator"
      tabIndex={0}
    />
  );
}

function readKey(event: KeyboardEvent, props: SeamProps, sign: number): number | null {
  const step = (event.shiftKey ? keyStepPx * 4 : keyStepPx) * sign;
  switch (event.key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return props.sizePx + step;
    case 'ArrowLeft':
    case 'ArrowUp':
      return props.sizePx - step;
    case 'Home':
      return props.minPx;
    case 'End':
      return props.maxPx;
    case 'Enter':
      return props.defaultPx;
    default:
      return null;
  }
}
