// The states every part can be in: empty, filtered away, failed, stale, offline, for guests.
// Not the loading skeletons themselves (each part draws its own) but when they appear.
import { TriangleAlert, WifiOff } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { ActiveFilters } from '../controls/Choices.tsx';
import { formatMoment } from '../number/time.ts';
import { useNow } from '../words/use-now.ts';
import { useUi } from '../words/UiProvider.tsx';
import { Drawing, type DrawingName } from './Drawings.tsx';

type StateProps = {
  title: string;
  text?: ReactNode;
  /** One main action, then a quiet link at most. */
  actions?: ReactNode;
  size?: 'small' | undefined;
};

/** Nothing yet (E0): a sketch, one sentence, one action, one link to learn. */
export function EmptyState(props: StateProps & { drawing?: DrawingName | undefined }) {
  return (
    <div className="ui-state" data-size={props.size}>
      <Drawing name={props.drawing ?? 'buoy'} />
      <p className="ui-state-title">{props.title}</p>
      {props.text ? <div className="ui-state-text">{props.text}</div> : null}
      {props.actions ? <div className="ui-state-actions">{props.actions}</div> : null}
    </div>
  );
}

/** Filters hide everything (E1): the filters in force, each removable. */
export function FilteredState(props: {
  label: string;
  filters: readonly { key: string; label: string; onRemove: () => void }[];
  onClearAll: () => void;
}) {
  const { words } = useUi();
  return (
    <div className="ui-state" data-size="small">
      <Drawing name="hook" />
      <p className="ui-state-title">{words.noRowsMatch}</p>
      <ActiveFilters {...props} />
    </div>
  );
}

/**
 * This part failed (X1): the reason in words, the code in small, Retry, and the old data in grey.
 * When the server was away and is there again, it retries by itself.
 *
 * @param props - code: the envelope's code or name; children: what was there, with dataAge.
 */
export function ErrorState(props: {
  title: string;
  text?: ReactNode;
  code?: string | undefined;
  onRetry?: (() => void) | undefined;
  isRetrying?: boolean | undefined;
  /** The age of the old data, in words. */
  dataAge?: ReactNode;
  size?: 'small' | undefined;
  children?: ReactNode;
}) {
  const { words, listenBack } = useUi();
  const { onRetry } = props;
  const newest = useRef(onRetry);
  useEffect(() => {
    newest.current = onRetry;
  }, [onRetry]);
  useEffect(() => listenBack?.(() => newest.current?.()), [listenBack]);
  return (
    <div className="ui-old">
      <div className="ui-state" data-size={props.size} role="alert">
        {props.children ? null : <Drawing name="broken" />}
        <p className="ui-state-title">{props.title}</p>
        {props.text ? <div className="ui-state-text">{props.text}</div> : null}
        <div className="ui-state-actions">
          {props.onRetry ? (
            <Button
              isPending={props.isRetrying}
              onClick={props.onRetry}
              size="small"
              variant="quiet"
            >
              {words.retry}
            </Button>
          ) : null}
          {props.code ? <span className="ui-state-code">{words.errorCode(props.code)}</span> : null}
          {props.dataAge ? <span className="ui-state-text">{props.dataAge}</span> : null}
        </div>
      </div>
      {props.children ? (
        <div className="ui-old-data" inert>
          {props.children}
        </div>
      ) : null}
    </div>
  );
}

/** Only for those who are signed in (G): the way in, and what is behind it. */
export function GuestState(props: StateProps) {
  return <EmptyState drawing="sail" {...props} />;
}

const staleShownMs = 2000;
const staleOldMs = 5000;

/** How a feed's age is to be shown: fresh, marked, or with its numbers in the second colour. */
export function readStaleness(atMs: number, nowMs: number): 'fresh' | 'marked' | 'old' {
  const ageMs = nowMs - atMs;
  if (ageMs < staleShownMs) return 'fresh';
  return ageMs < staleOldMs ? 'marked' : 'old';
}

/** A feed that has gone quiet (X2): triangle and seconds, for a panel's head. */
export function StaleMark(props: { lastAtMs: number; isShown: boolean }) {
  const { words } = useUi();
  const nowMs = useNow();
  if (!props.isShown || nowMs === null) return null;
  const seconds = Math.max(1, Math.round((nowMs - props.lastAtMs) / 1000));
  return (
    // No live region: the seconds would be read out one by one.
    <span className="ui-stale">
      <span aria-hidden="true" className="ui-dot" data-tone="warn" />
      <span aria-hidden="true">{seconds} s</span>
      <span className="ui-sr">{words.staleFor(seconds)}</span>
    </span>
  );
}

const liveAgainMs = 2000;

/**
 * No network (OFF): a thin bar with the time of the data, then "Live again" for two seconds.
 *
 * @param props - sinceMs: when the data was last fresh; null while the network is there.
 */
export function OfflineBar(props: { sinceMs: number | null }) {
  const { words, locale, timeZone } = useUi();
  const isOffline = props.sinceMs !== null;
  const [wasOffline, setWasOffline] = useState(false);
  if (isOffline && !wasOffline) setWasOffline(true);
  useEffect(() => {
    if (isOffline || !wasOffline) return;
    const timer = setTimeout(() => setWasOffline(false), liveAgainMs);
    return () => clearTimeout(timer);
  }, [isOffline, wasOffline]);
  if (props.sinceMs !== null) {
    const time = formatMoment(props.sinceMs, { locale, timeZone, form: 'seconds' });
    return (
      <div className="ui-offline" role="status">
        <WifiOff aria-hidden="true" />
        {words.offlineSince(time)}
      </div>
    );
  }
  if (!wasOffline) return null;
  return (
    <div className="ui-offline" data-live="" role="status">
      {words.liveAgain}
    </div>
  );
}

const skeletonAfterMs = 150;
const skeletonAtLeastMs = 300;

/**
 * When a skeleton stands (L): after 150 ms of loading, then for 300 ms at least.
 *
 * @returns whether to draw the skeleton now.
 */
export function useSkeleton(isLoading: boolean): boolean {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (isLoading === isShown) return;
    const timer = setTimeout(
      () => setShown(isLoading),
      isLoading ? skeletonAfterMs : skeletonAtLeastMs,
    );
    return () => clearTimeout(timer);
  }, [isLoading, isShown]);
  return isShown;
}

/** A caution in one line, with its triangle: for forms and receipts. */
export function Caution(props: { children: ReactNode }) {
  return (
    <p className="ui-caution">
      <TriangleAlert aria-hidden="true" />
      <span>{props.children}</span>
    </p>
  );
}
