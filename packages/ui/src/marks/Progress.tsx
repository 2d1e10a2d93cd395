// How far, how much, not yet: skeletons, rings, meters.
import type { ReactNode } from 'react';

/** A breathing block in the size of what will stand there. */
export function Skeleton(props: {
  width?: number | string | undefined;
  height?: number | string | undefined;
  className?: string | undefined;
}) {
  return (
    <span
      aria-hidden="true"
      className={`ui-skeleton ${props.className ?? ''}`}
      style={{ width: props.width ?? '100%', height: props.height ?? '1em' }}
    />
  );
}

/** A ring that fills; share from 0 to 1. */
export function ProgressRing(props: {
  label: string;
  share: number;
  size?: number | undefined;
  /** Words in the middle. */
  children?: ReactNode;
}) {
  const size = props.size ?? 32;
  const share = Math.min(1, Math.max(0, props.share));
  const radius = size / 2 - 2;
  const round = 2 * Math.PI * radius;
  return (
    <span
      aria-label={props.label}
      aria-valuemax={100}
      aria-valuemin={0}
      aria-valuenow={Math.round(share * 100)}
      className="ui-ring-wrap"
      role="progressbar"
    >
      <svg aria-hidden="true" className="ui-ring" fill="none" height={size} width={size}>
        <circle cx={size / 2} cy={size / 2} r={radius} stroke="var(--bg-4)" strokeWidth="3" />
        <circle
          cx={size / 2}
          cy={size / 2}
          r={radius}
          stroke="currentColor"
          strokeDasharray={`${round * share} ${round}`}
          strokeWidth="3"
        />
      </svg>
      <span className="ui-ring-text">{props.children}</span>
    </span>
  );
}

/**
 * A level with its thresholds printed.
 *
 * @param props - share and marks from 0 to 1; words say what the level means.
 */
export function Meter(props: {
  label: string;
  share: number;
  tone?: 'plain' | 'warn' | 'danger' | undefined;
  marks?: readonly number[] | undefined;
  words?: ReactNode;
}) {
  const share = Math.min(1, Math.max(0, props.share));
  return (
    <div>
      <div
        aria-label={props.label}
        aria-valuemax={100}
        aria-valuemin={0}
        aria-valuenow={Math.round(share * 100)}
        className="ui-meter"
        data-tone={props.tone}
        role="meter"
      >
        <span className="ui-meter-fill" style={{ width: `${share * 100}%` }} />
        {props.marks?.map((mark) => (
          <span className="ui-meter-mark" key={mark} style={{ left: `${mark * 100}%` }} />
        ))}
      </div>
      {props.words ? <div className="ui-meter-words">{props.words}</div> : null}
    </div>
  );
}
