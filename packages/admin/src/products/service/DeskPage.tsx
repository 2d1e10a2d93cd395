// The desk: talks that wait and those taken on the left, or those that are over; the chosen one on
// the right. Whoever takes a talk answers in it; everybody with the right may read.
// Listed in index.ts.
import { type ReviewLine, ReviewQueue, useRead } from '@isobath/kit';
import { Badge, EmptyState, Tag } from '@isobath/ui';
import { type DeskRow, deskRoutes } from '@isobath/wire';
import { useState } from 'react';
import { linkTo } from '../../base/address.ts';
import { client } from '../../base/client.ts';
import { PageHead } from '../../base/PageBody.tsx';
import { PageSteps, useSteps } from '../../base/PageSteps.tsx';
import { useOperator } from '../../base/session.ts';
import { type Translate, useTexts } from '../../base/texts.tsx';
import { ConversationView } from './ConversationView.tsx';
import { useDeskLive } from './use-desk-live.ts';
import './desk.css';

type List = 'active' | 'closed';

const pageRows = 50;
const tones = { waiting: 'warn', open: 'info', closed: 'plain', none: 'plain' } as const;

/** The page of the desk. */
export function DeskPage({ rest }: { rest: string }) {
  const t = useTexts('admin');
  const { operatorId } = useOperator();
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
      <ReviewQueue<DeskRow, List>
        backLabel={t('back')}
        choose={{ title: t('desk.choose'), text: t('desk.choose.text') }}
        chosen={rest}
        empty={<Nothing list={list} />}
        foot={(rows) =>
          list === 'active' ? null : (
            <PageSteps
              numberOf={(row) => row.lastId}
              pageRows={pageRows}
              rows={rows}
              steps={steps}
            />
          )
        }
        label={t('page.desk')}
        linkTo={(key) => linkTo(key === '' ? 'desk' : `desk/${key}`)}
        list={list}
        lists={[
          { value: 'active', label: t('desk.active') },
          { value: 'closed', label: t('desk.closed') },
        ]}
        onList={setList}
        read={queue}
        showRow={(row) => showTalk(row, t, operatorId)}
      >
        <ConversationView conversationId={rest} key={rest} onChange={queue.reload} turn={turn} />
      </ReviewQueue>
    </>
  );
}

function Nothing({ list }: { list: List }) {
  const t = useTexts('admin');
  return list === 'active' ? (
    <EmptyState size="small" text={t('desk.none.text')} title={t('desk.none')} />
  ) : (
    <EmptyState size="small" title={t('desk.over.none')} />
  );
}

function showTalk(row: DeskRow, t: Translate<'admin'>, operatorId: number): ReviewLine {
  return {
    key: String(row.conversationId),
    title: row.who || t('desk.guest'),
    marks: (
      <>
        <Badge count={row.unreadCount} isLoud />
        <Tag tone={tones[row.state]}>{t(`desk.${row.state as 'open'}`)}</Tag>
      </>
    ),
    text: row.lastText,
    note: t(`desk.line.${row.line}`),
    atMs: row.lastAt,
    isOwn: row.state === 'open' && row.operatorId === operatorId,
  };
}
