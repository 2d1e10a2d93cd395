// Words over a painted part that has nothing to paint: an empty book, a tape or a chart without
// trades. Not while the first frame is still on its way: then nobody knows. Renders when that
// changes, never with the feed.
import { EmptyState } from '@isobath/ui';
import { useSyncExternalStore } from 'react';
import { useTexts } from '../../../base/texts.tsx';
import { useTrade } from '../layout/trade-context.ts';

function Pane(props: { title: string; text?: string }) {
  return (
    <div className="empty-pane">
      <EmptyState drawing="buoy" size="small" text={props.text} title={props.title} />
    </div>
  );
}

/**
 * What an empty book means; nothing while orders rest in it.
 *
 * @param props - isDepth: slopes are drawn, which need both sides.
 */
export function EmptyBook(props: { isDepth?: boolean }) {
  const { book } = useTrade().room;
  const t = useTexts('spot');
  const isEmpty = useSyncExternalStore(book.listen, () => {
    const counts = [book.asks.pricesTicks.length, book.bids.pricesTicks.length];
    return book.isReady && (props.isDepth ? counts.includes(0) : counts.every((count) => !count));
  });
  if (!isEmpty) return null;
  return props.isDepth ? (
    <Pane text={t('depth.emptyText')} title={t('depth.empty')} />
  ) : (
    <Pane text={t('book.emptyText')} title={t('book.empty')} />
  );
}

/** What a chart without candles means. */
export function EmptyChart() {
  const t = useTexts('spot');
  return <Pane text={t('chart.emptyText')} title={t('tape.empty')} />;
}

/**
 * What an empty tape means.
 *
 * @param props - hasRows: whether one of the newest trades is to be shown.
 */
export function EmptyTape({ hasRows }: { hasRows: () => boolean }) {
  const { tape } = useTrade().room;
  const t = useTexts('spot');
  const why = useSyncExternalStore(tape.listen, () => {
    if (!tape.isReady || hasRows()) return null;
    return tape.prints.length === 0 ? 'none' : 'small';
  });
  if (why === null) return null;
  return why === 'none' ? (
    <Pane text={t('tape.emptyText')} title={t('tape.empty')} />
  ) : (
    <Pane title={t('tape.small')} />
  );
}
