// Time on the page: countdowns, ages, and moments in the reader's zone with UTC on hover.
import { useEffect, useRef } from 'react';
import { useNow } from '../words/use-now.ts';
import { useUi } from '../words/UiProvider.tsx';
import { unknownText } from './parts.ts';
import {
  formatAge,
  formatCountdown,
  formatMoment,
  formatUtc,
  formatWait,
  type TimeForm,
} from './time.ts';

/** Count down to a moment; onEnd is called once when it is reached. */
export function Countdown(props: {
  toMs: number;
  onEnd?: (() => void) | undefined;
  className?: string | undefined;
  /** A wait of minutes: minutes and seconds alone. */
  isWait?: boolean;
}) {
  const { words } = useUi();
  const nowMs = useNow();
  const isOver = nowMs !== null && nowMs >= props.toMs;
  const onEnd = useRef(props.onEnd);
  useEffect(() => {
    onEnd.current = props.onEnd;
  });
  useEffect(() => {
    if (isOver) onEnd.current?.();
  }, [isOver]);
  const show = (leftMs: number) =>
    props.isWait ? formatWait(leftMs) : formatCountdown(leftMs, words.dayMark);
  const text = nowMs === null ? unknownText : show(props.toMs - nowMs);
  return (
    <time
      className={`ui-number ${props.className ?? ''}`}
      dateTime={new Date(props.toMs).toISOString()}
      role="timer"
    >
      {text}
    </time>
  );
}

/** How long ago something was, with the full UTC moment on hover. */
export function RelativeTime(props: { atMs: number; className?: string | undefined }) {
  const { locale } = useUi();
  const nowMs = useNow();
  const utc = formatUtc(props.atMs);
  return (
    <time className={props.className} dateTime={new Date(props.atMs).toISOString()} title={utc}>
      {nowMs === null ? utc : formatAge({ atMs: props.atMs, nowMs, locale })}
    </time>
  );
}

/** A moment in the reader's zone, with UTC on hover. */
export function Moment(props: {
  atMs: number;
  form?: TimeForm | undefined;
  className?: string | undefined;
}) {
  const { locale, timeZone } = useUi();
  const form = props.form ?? 'full';
  return (
    <time
      className={`ui-number ${props.className ?? ''}`}
      dateTime={new Date(props.atMs).toISOString()}
      suppressHydrationWarning
      title={formatUtc(props.atMs)}
    >
      {formatMoment(props.atMs, { locale, form, timeZone })}
    </time>
  );
}
