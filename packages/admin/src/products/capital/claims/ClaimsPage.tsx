// Claims of deposits that did not arrive: those that wait, and all. The chosen one stands beside
// the list (ClaimView.tsx). Listed in index.ts.
import { type ReviewLine, ReviewQueue, useRead } from '@isobath/kit';
import { EmptyState, Tag } from '@isobath/ui';
import { claimRoutes, type DeskClaim } from '@isobath/wire';
import { useState } from 'react';
import { linkTo } from '../../../base/address.ts';
import { client } from '../../../base/client.ts';
import { PageHead } from '../../../base/PageBody.tsx';
import { useTexts } from '../../../base/texts.tsx';
import { sayWord } from '../words.tsx';
import { ClaimBar } from './ClaimBar.tsx';
import { ClaimTag, ClaimView } from './ClaimView.tsx';
import '../custody.css';

type List = 'waiting' | 'all';

const lookEveryMs = 10_000;

/** The page. */
export function ClaimsPage({ rest }: { rest: string }) {
  const t = useTexts('custody');
  const kit = useTexts('kit');
  const admin = useTexts('admin');
  const [list, setList] = useState<List>('waiting');
  const rows = useRead(
    ['custody-claims', list],
    (signal) => client.call(claimRoutes.claims, { query: { set: list }, signal }),
    { everyMs: lookEveryMs },
  );
  const chosen = rows.data?.find(({ claimId }) => String(claimId) === rest);
  const showRow = (row: DeskClaim): ReviewLine => ({
    key: String(row.claimId),
    title: sayWord(t, 'claimWhy', row.why),
    marks: (
      <>
        <ClaimTag row={row} />
        {row.approvalId > 0 ? <Tag tone="info">{t('claim.asked')}</Tag> : null}
      </>
    ),
    text: row.txHash,
    note: row.network,
    atMs: row.askedAt,
    isOwn: false,
  });
  return (
    <>
      <PageHead text={t('claims.text')} title={t('page.claims')} />
      <ReviewQueue<DeskClaim, List>
        backLabel={admin('back')}
        choose={{ title: kit('review.choose') }}
        chosen={rest}
        empty={<EmptyState size="small" title={t('claims.none')} />}
        label={t('page.claims')}
        linkTo={(key) => linkTo(key === '' ? 'claims' : `claims/${key}`)}
        list={list}
        lists={[
          { value: 'waiting', label: t('list.waiting') },
          { value: 'all', label: kit('all') },
        ]}
        onList={setList}
        read={rows}
        showRow={showRow}
      >
        {chosen === undefined ? (
          <EmptyState size="small" title={kit('review.choose')} />
        ) : (
          <ClaimView claim={chosen} key={rest}>
            <ClaimBar claim={chosen} onChange={rows.reload} />
          </ClaimView>
        )}
      </ReviewQueue>
    </>
  );
}
