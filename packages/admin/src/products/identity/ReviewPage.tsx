// The desk of identity checks: the queue by age, and the chosen case beside it.
// Not one case (CaseView.tsx). Listed in index.ts.
import { ReviewQueue, type ReviewItem, type ReviewList, useRead } from '@isobath/kit';
import { type ReviewRow, reviewRoutes } from '@isobath/wire';
import { useState } from 'react';
import { linkTo } from '../../base/address.ts';
import { client } from '../../base/client.ts';
import { PageHead } from '../../base/PageBody.tsx';
import { useOperator } from '../../base/session.ts';
import { type Translate, useTexts } from '../../base/texts.tsx';
import { CaseView } from './CaseView.tsx';
import './identity.css';

const tones = { waiting: 'warn', asked: 'plain', answered: 'info', decided: 'plain' } as const;
const QUEUE_EVERY_MS = 15_000;

/** A case as the queue shows it. */
function showRow(row: ReviewRow, t: Translate<'identity'>, operatorId: number): ReviewItem {
  return {
    key: String(row.recordId),
    title: t(`level.${row.identityType as 1 | 2 | 3}`),
    text: `${row.ownerId}`,
    state: t(`desk.state.${row.state}`),
    tone: tones[row.state],
    sinceMs: row.createdAt,
    claimer: row.claimer,
    isMine: row.claimedBy === operatorId,
    link: linkTo(`identity/${row.recordId}`),
  };
}

/** The page. */
export function ReviewPage({ rest }: { rest: string }) {
  const t = useTexts('identity');
  const admin = useTexts('admin');
  const { operatorId } = useOperator();
  const [list, setList] = useState<ReviewList>('open');
  const queue = useRead(
    ['identity', list],
    (signal) => client.call(reviewRoutes.queue, { query: { state: list }, signal }),
    { everyMs: QUEUE_EVERY_MS },
  );
  const items = queue.data?.map((row) => showRow(row, t, operatorId)) ?? null;
  return (
    <>
      <PageHead text={t('desk.text')} title={t('desk.title')} />
      <ReviewQueue
        chosen={rest}
        label={t('desk.title')}
        list={list}
        onList={setList}
        read={{ ...queue, data: items }}
      >
        <a className="ui-link identity-back" {...linkTo('identity')}>
          {admin('back')}
        </a>
        <CaseView key={rest} onChange={queue.reload} recordId={rest} />
      </ReviewQueue>
    </>
  );
}
