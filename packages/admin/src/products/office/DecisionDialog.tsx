// One request seen whole before somebody decides: what will be done, why, who asks, until when. An
// approval is bound to the hash of what stands here. Opened by ApprovalsPage.tsx.
import { Button, Dialog, type Fact, KeyValue, Moment, Tag, TextArea } from '@isobath/ui';
import { type ApprovalRow, officeRoutes } from '@isobath/wire';
import { useState } from 'react';
import { client } from '../../base/client.ts';
import { useOperator, usePermission } from '../../base/session.ts';
import { type Say, useTexts } from '../../base/texts.tsx';
import { useAct } from '../../base/use-act.ts';
import { hashFact, listFacts, stateTones } from './facts.tsx';

/** The dialog. */
export function DecisionDialog(props: {
  row: ApprovalRow;
  onClose: () => void;
  onDone: () => void;
}) {
  const t = useTexts('admin');
  const { row } = props;
  const { approvalId, payloadHash } = row;
  const { operatorId } = useOperator();
  const canDecide = usePermission('approvals.decide') && row.state === 'pending';
  const [note, setNote] = useState('');
  const [asked, setAsked] = useState<'approve' | 'reject' | null>(null);
  const { act, isPending } = useAct();
  const isOwn = row.madeBy === operatorId;
  const decide = async (what: 'approve' | 'reject') => {
    setAsked(what);
    const work = () =>
      what === 'approve'
        ? client.call(officeRoutes.approve, { body: { approvalId, payloadHash } })
        : client.call(officeRoutes.reject, { body: { approvalId, note } });
    await act(work, what === 'approve' ? t('approval.done') : t('saved'));
    props.onDone();
  };
  return (
    <Dialog
      foot={
        canDecide ? (
          <>
            <Button
              isPending={isPending && asked === 'reject'}
              onClick={() => void decide('reject')}
              variant="quiet"
            >
              {isOwn ? t('approval.withdraw') : t('approval.reject')}
            </Button>
            <Button
              isPending={isPending && asked === 'approve'}
              onClick={() => void decide('approve')}
              variant="primary"
              {...(isOwn ? { whyDisabled: t('approval.own') } : {})}
            >
              {t('approval.approve')}
            </Button>
          </>
        ) : null
      }
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onClose();
      }}
      text={canDecide ? t('approval.decide.text') : null}
      title={t(`kind.${row.kind}`)}
    >
      <div className="office-form">
        <KeyValue facts={listFacts(row.payload, t)} />
        <hr />
        <KeyValue
          facts={[
            { key: 'reason', label: t('reason'), value: row.reason },
            { key: 'maker', label: t('approval.maker'), value: row.maker },
            { key: 'at', label: t('time'), value: <Moment atMs={row.madeAt} /> },
            ...listEnd(row, t),
            hashFact(payloadHash, t),
          ]}
        />
        {canDecide ? (
          <TextArea
            label={t('approval.note')}
            maxLength={500}
            onChange={setNote}
            rows={2}
            value={note}
          />
        ) : null}
      </div>
    </Dialog>
  );
}

/** Until when it waits, or what came of it. */
function listEnd(row: ApprovalRow, t: Say<'admin'>): readonly Fact[] {
  const state = {
    key: 'state',
    label: t('approval.state'),
    value: <Tag tone={stateTones[row.state]}>{t(`state.${row.state}`)}</Tag>,
  };
  if (row.state === 'pending') {
    const value = <Moment atMs={row.expiresAt} />;
    return [state, { key: 'expires', label: t('approval.expires'), value }];
  }
  return [
    state,
    { key: 'decider', label: t('approval.decider'), value: row.decider || '--' },
    ...listFacts(row.outcome, t),
    ...(row.note === '' ? [] : [{ key: 'note', label: t('approval.outcome'), value: row.note }]),
  ];
}
