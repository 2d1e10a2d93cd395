// Requests that two must agree to: what waits, what was decided, what came of it.
// Deciding one is a dialog of its own (DecisionDialog.tsx). Listed in index.ts.
import { useRead } from '@isobath/kit';
import { Button, type Column, DataTable, EmptyState, Moment, Segmented, Tag } from '@isobath/ui';
import { type ApprovalRow, officeRoutes } from '@isobath/wire';
import { useState } from 'react';
import { client } from '../../../base/client.ts';
import { LoadedBody, PageHead } from '../../../base/PageBody.tsx';
import { usePermission } from '../../../base/session.ts';
import { type Translate, useTexts } from '../../../base/texts.tsx';
import { toolHead } from '../../../base/tool-head.tsx';
import { DecisionDialog } from './DecisionDialog.tsx';
import { useObstacle } from './obstacle.ts';
import { isWaiting, nameMaker, sayReason, showSubject, stateTones } from '../facts.tsx';

const lookEveryMs = 5_000;

type Request = 'waiting' | 'all';

/** The page of requests. */
export function ApprovalsPage() {
  const t = useTexts('admin');
  const loaded = useRead(
    ['approvals'],
    (signal) => client.call(officeRoutes.listApprovals, { signal }),
    { everyMs: lookEveryMs },
  );
  const canDecide = usePermission('approvals.decide');
  const [request, setRequest] = useState<Request>('waiting');
  const [requestedId, setRequestedId] = useState<number | null>(null);
  // As it is now: another operator may have decided it while it is looked at.
  const requested = loaded.data?.find(({ approvalId }) => approvalId === requestedId) ?? null;
  const setRequested = (row: ApprovalRow | null) => setRequestedId(row?.approvalId ?? null);
  const showDecision = (row: ApprovalRow) =>
    canDecide && isWaiting(row) ? (
      <DecideButton onPress={() => setRequested(row)} row={row} />
    ) : null;
  return (
    <>
      <PageHead text={t('approvals.text')} title={t('page.approvals')} />
      <div className="office-filters">
        <Segmented<Request>
          label={t('page.approvals')}
          onChange={setRequest}
          options={[
            { value: 'waiting', label: t('approvals.waiting') },
            { value: 'all', label: t('approvals.all') },
          ]}
          value={request}
        />
      </div>
      <LoadedBody read={loaded}>
        {(rows) => (
          <DataTable
            columns={listColumns(t, showDecision)}
            empty={
              rows.length === 0 ? (
                <EmptyState text={t('approvals.none.text')} title={t('approvals.none')} />
              ) : (
                <EmptyState
                  actions={<Button onClick={() => setRequest('all')}>{t('approvals.all')}</Button>}
                  title={t('approvals.clear')}
                />
              )
            }
            label={t('page.approvals')}
            onRowOpen={setRequested}
            rowKey={(row) => String(row.approvalId)}
            rows={rows.filter((row) => request === 'all' || isWaiting(row))}
          />
        )}
      </LoadedBody>
      {requested === null ? null : (
        <DecisionDialog
          key={requested.approvalId}
          onClose={() => setRequested(null)}
          onDone={() => {
            setRequested(null);
            setRequest('all');
            loaded.reload();
          }}
          onRefused={loaded.reload}
          row={requested}
        />
      )}
    </>
  );
}

/** Opens the decision; disabled with the reason for whom another must decide for. */
function DecideButton({ row, onPress }: { row: ApprovalRow; onPress: () => void }) {
  const t = useTexts('admin');
  const why = useObstacle(row);
  // Their own they take back.
  const isBarred = why !== undefined && row.obstacle !== 'own';
  return (
    <Button
      onClick={onPress}
      size="small"
      variant="primary"
      {...(isBarred ? { whyDisabled: why } : {})}
    >
      {t(row.state === 'unknown' ? 'approval.settle' : 'approval.decide')}
    </Button>
  );
}

function listColumns(
  t: Translate<'admin'>,
  showDecision: (row: ApprovalRow) => React.ReactNode,
): readonly Column<ApprovalRow>[] {
  return [
    {
      key: 'kind',
      head: t('approval.what'),
      width: 'minmax(180px, 1.8fr)',
      card: 'lead',
      cell: (row) => (
        <span className="office-two-lines">
          <span>{t(`kind.${row.kind}`)}</span>
          <small className="office-whole">{showSubject(row, t)}</small>
        </span>
      ),
    },
    {
      key: 'reason',
      head: t('reason'),
      width: 'minmax(120px, 1.2fr)',
      priority: 2,
      card: 'sub',
      cell: (row) => <span className="office-detail">{sayReason(row, t)}</span>,
    },
    {
      key: 'maker',
      head: t('approval.maker'),
      width: 'minmax(160px, 1fr)',
      card: 'foot',
      cell: (row) => (
        <span className="office-two-lines">
          <span>{nameMaker(row, t)}</span>
          <small>
            <Moment atMs={row.madeAt} />
          </small>
        </span>
      ),
    },
    {
      key: 'state',
      head: t('approval.state'),
      width: '150px',
      card: 'main',
      cell: (row) => <Tag tone={stateTones[row.state]}>{t(`state.${row.state}`)}</Tag>,
    },
    {
      key: 'decider',
      head: t('approval.decider'),
      width: 'minmax(120px, 1fr)',
      priority: 2,
      cell: (row) => <span className="office-detail">{row.decider || '--'}</span>,
    },
    {
      key: 'decision',
      ...toolHead(t),
      width: '130px',
      align: 'end',
      card: 'tool',
      cell: showDecision,
    },
  ];
}
