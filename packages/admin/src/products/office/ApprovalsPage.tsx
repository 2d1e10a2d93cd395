// Requests that two must agree to: what waits, what was decided, what came of it. An approval is
// bound to the hash of what stands on the screen.
import { Button, type Column, DataTable, EmptyState, Moment, Tag, type Tone } from '@isobath/ui';
import { type ApprovalRow, officeRoutes } from '@isobath/wire';
import { client } from '../../base/client.ts';
import { LoadedBody, PageHead } from '../../base/PageBody.tsx';
import { useOperator, usePermission } from '../../base/session.ts';
import { type Say, useTexts } from '../../base/texts.tsx';
import { useAct } from '../../base/use-act.ts';
import { useLoad } from '../../base/use-load.ts';

const lookEveryMs = 5_000;
const tones: Partial<Record<ApprovalRow['state'], Tone>> = {
  pending: 'warn',
  executed: 'info',
  failed: 'danger',
  rejected: 'danger',
};

/** A payload or outcome as words: "asset USDT, amount 10". */
export function showPayload(text: string): string {
  if (text === '') return '';
  return Object.entries(JSON.parse(text) as Record<string, unknown>)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}

/** The page of requests. */
export function ApprovalsPage() {
  const t = useTexts('admin');
  const loaded = useLoad('', () => client.call(officeRoutes.listApprovals), lookEveryMs);
  const canDecide = usePermission('approvals.decide');
  return (
    <>
      <PageHead text={t('approvals.text')} title={t('page.approvals')} />
      <LoadedBody loaded={loaded}>
        {(rows) => (
          <DataTable
            columns={listColumns(t, (row) => (
              <Decision canDecide={canDecide} onDone={loaded.reload} row={row} />
            ))}
            empty={<EmptyState text={t('approvals.none.text')} title={t('approvals.none')} />}
            label={t('page.approvals')}
            rowKey={(row) => String(row.approvalId)}
            rows={rows}
          />
        )}
      </LoadedBody>
    </>
  );
}

function listColumns(
  t: Say<'admin'>,
  showDecision: (row: ApprovalRow) => React.ReactNode,
): readonly Column<ApprovalRow>[] {
  return [
    {
      key: 'kind',
      head: t('approval.what'),
      width: 'minmax(180px, 1.6fr)',
      card: 'lead',
      cell: (row) => (
        <span className="office-two-lines">
          <span>{t(`kind.${row.kind}`)}</span>
          <small>{showPayload(row.payload)}</small>
        </span>
      ),
    },
    {
      key: 'reason',
      head: t('reason'),
      width: 'minmax(120px, 1.2fr)',
      priority: 2,
      card: 'sub',
      cell: (row) => row.reason,
    },
    {
      key: 'maker',
      head: t('approval.maker'),
      width: 'minmax(140px, 1fr)',
      card: 'side',
      cell: (row) => (
        <span className="office-two-lines">
          <span>{row.maker}</span>
          <small>
            <Moment atMs={row.madeAt} />
          </small>
        </span>
      ),
    },
    {
      key: 'state',
      head: t('approval.state'),
      width: '120px',
      card: 'main',
      cell: (row) => <Tag tone={tones[row.state]}>{t(`state.${row.state}`)}</Tag>,
    },
    {
      key: 'decider',
      head: t('approval.decider'),
      width: 'minmax(120px, 1fr)',
      priority: 3,
      cell: (row) => row.decider || '--',
    },
    {
      key: 'outcome',
      head: t('approval.outcome'),
      width: 'minmax(100px, 1fr)',
      priority: 3,
      cell: (row) => showPayload(row.outcome) || row.note || '--',
    },
    {
      key: 'decision',
      head: '',
      width: '200px',
      align: 'end',
      card: 'tool',
      cell: showDecision,
    },
  ];
}

function Decision(props: { row: ApprovalRow; canDecide: boolean; onDone: () => void }) {
  const t = useTexts('admin');
  const { row } = props;
  const { operatorId } = useOperator();
  const { act, isPending } = useAct();
  if (!props.canDecide || row.state !== 'pending') return null;
  const { approvalId, payloadHash } = row;
  const isOwn = row.madeBy === operatorId;
  const approve = () => client.call(officeRoutes.approve, { body: { approvalId, payloadHash } });
  const reject = () => client.call(officeRoutes.reject, { body: { approvalId } });
  const run = async (work: () => Promise<unknown>, done: string) => {
    await act(work, done);
    props.onDone();
  };
  return (
    <span className="office-row-tools">
      <Button
        isPending={isPending}
        onClick={() => void run(reject, t('saved'))}
        size="small"
        variant="quiet"
      >
        {isOwn ? t('approval.withdraw') : t('approval.reject')}
      </Button>
      <Button
        isPending={isPending}
        onClick={() => void run(approve, t('approval.done'))}
        size="small"
        variant="primary"
        {...(isOwn ? { whyDisabled: t('approval.own') } : {})}
      >
        {t('approval.approve')}
      </Button>
    </span>
  );
}
