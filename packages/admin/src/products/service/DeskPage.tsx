// The desk: talks that wait and those taken on the left, or those that are over; the chosen one on
// the right. Whoever takes a talk answers in it; everybody with the right may read.
// Listed in index.ts.
import { useRead } from '@isobath/kit';
import { Badge, EmptyState, RelativeTime, Segmented, Tag } from '@isobath/ui';
import { type DeskRow, deskRoutes } from '@isobath/wire';
import { useState } from 'react';
import { linkTo } from '../../base/address.ts';
import { client } from '../../base/client.ts';
import { LoadedBody, PageHead } from '../../base/PageBody.tsx';
import { PageSteps, useSteps } from '../../base/PageSteps.tsx';
import { useOperator } from '../../base/session.ts';
import { useTexts } from '../../base/texts.tsx';
import { ConversationView } from './ConversationView.tsx';
import { useDeskLive } from './use-desk-live.ts';
import './desk.css';

type List = 'active' | 'closed';

const pageRows = 50;
const tones = { waiting: 'warn', open: 'info', closed: 'plain', none: 'plain' } as const;

/** The page of the desk. */
export function DeskPage({ rest }: { rest: string }) {
  const t = useTexts('admin');
  const [list, setList] = useState<List>('active');
  const steps = useSteps(list);
  const [turn, setTurn] = useState(0);
  const queue = useRead(['desk', list, steps.cursor], (signal) =>
    client.call(deskRoutes.queue, {
      query: { state: list, before: String(steps.cursor) },
      signal,
    }),
  );
  useDeskLive(() => {
    queue.reload();
    setTurn((last) => last + 1);
  });
  return (
    <>
      <PageHead text={t('desk.text')} title={t('page.desk')} />
      <div className="desk" data-chosen={rest === '' ? undefined : ''}>
        <div className="desk-side">
          <Segmented<List>
            label={t('page.desk')}
            onChange={setList}
            options={[
              { value: 'active', label: t('desk.active') },
              { value: 'closed', label: t('desk.closed') },
            ]}
            value={list}
          />
          <LoadedBody read={queue}>
            {(rows) => (
              <>
                <Queue chosen={rest} list={list} rows={rows} />
                {list === 'active' ? null : (
                  <PageSteps
                    numberOf={(row) => row.lastId}
                    pageRows={pageRows}
                    rows={rows}
                    steps={steps}
                  />
                )}
              </>
            )}
          </LoadedBody>
        </div>
        {rest === '' ? (
          <EmptyState text={t('desk.choose.text')} title={t('desk.choose')} />
        ) : (
          <div className="desk-main">
            <a className="ui-link desk-back" {...linkTo('desk')}>
              {t('back')}
            </a>
            <ConversationView
              conversationId={rest}
              key={rest}
              onChange={queue.reload}
              turn={turn}
            />
          </div>
        )}
      </div>
    </>
  );
}

function Queue(props: { rows: readonly DeskRow[]; chosen: string; list: List }) {
  const t = useTexts('admin');
  const { operatorId } = useOperator();
  if (props.rows.length === 0) {
    return props.list === 'active' ? (
      <EmptyState size="small" text={t('desk.none.text')} title={t('desk.none')} />
    ) : (
      <EmptyState size="small" title={t('desk.over.none')} />
    );
  }
  return (
    <ul aria-label={t('page.desk')} className="desk-queue">
      {props.rows.map((row) => (
        <li key={row.conversationId}>
          <a
            aria-current={String(row.conversationId) === props.chosen ? 'true' : undefined}
            data-own={row.state === 'open' && row.operatorId === operatorId ? '' : undefined}
            {...linkTo(`desk/${row.conversationId}`)}
          >
            <span className="desk-who">
              <b>{row.who || t('desk.guest')}</b>
              <Badge count={row.unreadCount} isLoud />
              <Tag tone={tones[row.state]}>{t(`desk.${row.state as 'open'}`)}</Tag>
            </span>
            <span className="office-detail">{row.lastText}</span>
            <small>
              <span>{t(`desk.line.${row.line}`)}</span>
              <RelativeTime atMs={row.lastAt} />
            </small>
          </a>
        </li>
      ))}
    </ul>
  );
}
