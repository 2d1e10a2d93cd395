// The desk of identity checks: the queue by age, and the chosen case beside it.
// Not one case (CaseView.tsx). Listed in index.ts.
import { type ReviewLine, ReviewQueue, useRead } from '@isobath/kit';
import { EmptyState, Tag } from '@isobath/ui';
import { type ReviewRow, reviewRoutes } from '@isobath/wire';
import { useState } from 'react';
import { linkTo } from '../../base/address.ts';
import { client } from '../../base/client.ts';
import { PageHead } from '../../base/PageBody.tsx';
import { useOperator } from '../../base/session.ts';
import { type Translate, useTexts } from '../../base/texts.tsx';
import { CaseView } from './CaseView.tsx';
import './identity.css';

type List = 'open' | 'decided';

const tones = {
  waiting: 'warn',
  asked: 'plain',
  answered: 'info',
  found: 'danger',
  decided: 'plain',
} as const;
const QUEUE_EVERY_MS = 15_000;

interface Words {
  readonly t: Translate<'identity'>;
  readonly kit: Translate<'kit'>;
}

/** A case as the queue shows it. */
function showRow(row: ReviewRow, { t, kit }: Words, operatorId: number): ReviewLine {
  const isOwn = row.claimedBy === operatorId;
  return {
    key: String(row.recordId),
    title: t(`level.${row.identityType as 1 | 2 | 3}`),
    marks: <Tag tone={tones[row.state]}>{t(`desk.state.${row.state}`)}</Tag>,
    text: String(row.ownerId),
    note: isOwn ? kit('review.mine') : row.claimer || kit('review.free'),
    atMs: row.createdAt,
    isOwn,
  };
}

/** The page. */
export function ReviewPage({ rest }: { rest: string }) {
  const words: Words = { t: useTexts('identity'), kit: useTexts('kit') };
  const { t, kit } = words;
  const admin = useTexts('admin');
  const { operatorId } = useOperator();
  const [list, setList] = useState<List>('open');
  const queue = useRead(
    ['identity', list],
    (signal) => client.call(reviewRoutes.queue, { query: { state: list }, signal }),
    { everyMs: QUEUE_EVERY_MS },
  );
  return (
    <>
      <PageHead text={t('desk.text')} title={t('desk.title')} />
      <ReviewQueue<ReviewRow, List>
        backLabel={admin('back')}
        choose={{ title: kit('review.choose') }}
        chosen={rest}
        empty={<EmptyState size="small" title={kit(`review.none.${list}`)} />}
        label={t('desk.title')}
        linkTo={(key) => linkTo(key === '' ? 'identity' : `identity/${key}`)}
        list={list}
        lists={[
          { value: 'open', label: kit('review.open') },
          { value: 'decided', label: kit('review.decided') },
        ]}
        onList={setList}
        read={queue}
        showRow={(row) => showRow(row, words, operatorId)}
      >
        <CaseView key={rest} onChange={queue.reload} recordId={rest} />
      </ReviewQueue>
    </>
  );
}
