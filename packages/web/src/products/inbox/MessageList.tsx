// Messages in two groups, today and earlier, growing as one scrolls.
// Not the choice of what is listed: panel and page bring that.
import type { MessageRow } from '@isobath/wire';
import { Button, EmptyState, ErrorState, Moment, Skeleton } from '@isobath/ui';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { NextSteps } from '../../base/NextSteps.tsx';
import { followJump, readJump, readQuoted } from './jump.ts';
import { QuoteChip } from './QuoteChip.tsx';
import type { MessageList as List } from './use-messages.ts';

/** The start of the reader's day. */
function readMidnightMs(): number {
  return new Date().setHours(0, 0, 0, 0);
}

const askEveryMs = 100;
const SKELETONS = ['a', 'b', 'c', 'd'];

/** The list with its states. */
export function MessageList(props: {
  list: List;
  /** Something narrower than everything is shown. */
  isFiltered: boolean;
  /** Called by who wants to see everything again. */
  onShowAll: () => void;
  /** Called when a message was followed. */
  onJump?: (() => void) | undefined;
}) {
  const t = useTexts('inbox');
  const { list } = props;
  if (list.state === 'loading' && list.rows.length === 0) {
    return (
      <div aria-busy="true" className="inbox-list">
        {SKELETONS.map((key) => (
          <div className="inbox-message" key={key}>
            <Skeleton width="55%" />
            <Skeleton width="90%" />
          </div>
        ))}
      </div>
    );
  }
  if (list.state === 'failed' && list.rows.length === 0) {
    return <ErrorState onRetry={list.reload} size="small" title={t('failed')} />;
  }
  if (list.rows.length === 0) {
    return props.isFiltered ? (
      <EmptyState
        actions={
          <Button onClick={props.onShowAll} size="small" variant="quiet">
            {t('sub.0')}
          </Button>
        }
        drawing="hook"
        size="small"
        title={t('empty.filtered')}
      />
    ) : (
      <EmptyState
        actions={<NextSteps />}
        size="small"
        text={t('empty.text')}
        title={t('empty.title')}
      />
    );
  }
  const midnightMs = readMidnightMs();
  const isToday = (row: MessageRow) => row.createdTime >= midnightMs;
  const today = list.rows.filter(isToday);
  const earlier = list.rows.filter((row) => !isToday(row));
  return (
    <div className="inbox-list">
      <Group list={list} onJump={props.onJump} rows={today} title={t('today')} />
      <Group list={list} onJump={props.onJump} rows={earlier} title={t('earlier')} />
      <More list={list} />
    </div>
  );
}

function Group(props: {
  title: string;
  rows: readonly MessageRow[];
  list: List;
  onJump?: (() => void) | undefined;
}) {
  if (props.rows.length === 0) return null;
  return (
    <section aria-label={props.title}>
      <h2 className="inbox-group">{props.title}</h2>
      <ul className="inbox-rows">
        {props.rows.map((row) => (
          <li key={row.id}>
            <Message list={props.list} onJump={props.onJump} row={row} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Message(props: { row: MessageRow; list: List; onJump?: (() => void) | undefined }) {
  const { row, list } = props;
  const t = useTexts('inbox');
  const locale = useLocale();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { jump, quoted } = useMemo(() => ({ jump: readJump(row), quoted: readQuoted(row) }), [row]);
  const body: ReactNode = (
    <>
      <span className="inbox-message-head">
        {row.read ? null : (
          <span className="inbox-dot">
            <span className="ui-sr">{t('unread')}</span>
          </span>
        )}
        <span className="inbox-message-title">{row.title}</span>
        <Moment
          atMs={row.createdTime}
          className="inbox-message-time"
          form={row.createdTime >= readMidnightMs() ? 'time' : 'date'}
        />
      </span>
      <span className="inbox-message-text">{row.content}</span>
      {quoted === undefined ? null : <QuoteChip {...quoted} />}
    </>
  );
  if (jump === undefined) {
    return (
      <div className="inbox-message" data-read={row.read ? '' : undefined}>
        {body}
      </div>
    );
  }
  const follow = () => {
    list.markRead(row);
    props.onJump?.();
    if (`/${locale}${jump}` !== pathname) followJump(navigate, `/${locale}${jump}`);
  };
  return (
    <button
      className="inbox-message"
      data-read={row.read ? '' : undefined}
      onClick={follow}
      type="button"
    >
      {body}
    </button>
  );
}

/** The end of the list: asks for more while it is in sight; the list says when it may. */
function More(props: { list: List }) {
  const t = useTexts('inbox');
  const end = useRef<HTMLDivElement>(null);
  const { hasMore } = props.list;
  const loadMore = useRef(props.list.loadMore);
  useEffect(() => {
    loadMore.current = props.list.loadMore;
  });
  useEffect(() => {
    if (!hasMore || end.current === null) return undefined;
    let timer: ReturnType<typeof setInterval> | undefined;
    const observer = new IntersectionObserver(([entry]) => {
      clearInterval(timer);
      if (entry?.isIntersecting !== true) return;
      loadMore.current();
      // What came too soon is asked again: nothing else would tell of an end that stays in sight.
      timer = setInterval(() => loadMore.current(), askEveryMs);
    });
    observer.observe(end.current);
    return () => {
      clearInterval(timer);
      observer.disconnect();
    };
  }, [hasMore, props.list.rows.length]);
  if (!hasMore) return <p className="inbox-end">{t('end')}</p>;
  return (
    <div className="inbox-more" ref={end}>
      <button className="inbox-more-button" onClick={() => props.list.loadMore()} type="button">
        {t('more')}
      </button>
    </div>
  );
}
