// One request seen whole before somebody decides: what will be done, why, who asks, until when. An
// approval is bound to the hash of what stands here. Opened by ApprovalsPage.tsx.
import { useStepUp } from '@isobath/kit';
import {
  Button,
  Dialog,
  type Fact,
  KeyValue,
  Moment,
  saveBase64,
  Tag,
  TextArea,
} from '@isobath/ui';
import { accountOfficeRoutes, type ApprovalRow, officeRoutes } from '@isobath/wire';
import { useState } from 'react';
import { linkTo } from '../../../base/address.ts';
import { client } from '../../../base/client.ts';
import { useOperator, usePermission } from '../../../base/session.ts';
import { StepUpDialog } from '../../../base/StepUp.tsx';
import { type Translate, useTexts } from '../../../base/texts.tsx';
import { useAction } from '../../../base/use-action.ts';
import { hashFact, listFacts, listSubject, nameMaker, sayReason, stateTones } from '../facts.tsx';
import { useObstacle } from './obstacle.ts';

/** A note that says something. */
const NOTE_LENGTH_MIN = 3;

interface DecisionDialogProps {
  readonly row: ApprovalRow;
  readonly onClose: () => void;
  readonly onDone: () => void;
  /** It was not taken: what was typed stays, the row may have become another meanwhile. */
  readonly onRefused: () => void;
}

/** The dialog. */
export function DecisionDialog(props: DecisionDialogProps) {
  const t = useTexts('admin');
  const { row } = props;
  const { approvalId, payloadHash } = row;
  const { operatorId } = useOperator();
  const canDecide = usePermission('approvals.decide') && row.state === 'pending';
  const [note, setNote] = useState('');
  const [requested, setRequested] = useState<'approve' | 'reject' | null>(null);
  const canSettle = usePermission('approvals.decide') && canBeSettled(row);
  const { act, isPending } = useAction();
  const { confirmed, dialog } = useStepUp(StepUpDialog);
  const isOwn = row.madeBy === operatorId;
  const hasNote = note.trim().length >= NOTE_LENGTH_MIN;
  const obstacle = useObstacle(row);
  // Who may not approve for another reason may still refuse it.
  const noRefusal = row.obstacle === 'forbidden' ? obstacle : undefined;
  const noNote = isOwn || hasNote ? undefined : t('approval.note');
  const decide = async (what: 'approve' | 'reject') => {
    setRequested(what);
    const work = () =>
      what === 'approve'
        ? confirmed(() => client.call(officeRoutes.approve, { body: { approvalId, payloadHash } }))
        : client.call(officeRoutes.reject, { body: { approvalId, note } });
    const isDone = await act(work, what === 'approve' ? t('approval.done') : t('saved'));
    (isDone ? props.onDone : props.onRefused)();
  };
  return (
    <Dialog
      foot={
        canDecide ? (
          <>
            <Button
              isPending={isPending && requested === 'reject'}
              onClick={() => void decide('reject')}
              variant="quiet"
              {...giveReason(noRefusal ?? noNote)}
            >
              {isOwn ? t('approval.withdraw') : t('approval.reject')}
            </Button>
            <Button
              isPending={isPending && requested === 'approve'}
              onClick={() => void decide('approve')}
              variant="primary"
              {...giveReason(obstacle)}
            >
              {t('approval.approve')}
            </Button>
          </>
        ) : canSettle ? (
          <SettleButtons note={note} onDone={props.onDone} onRefused={props.onRefused} row={row} />
        ) : null
      }
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onClose();
      }}
      text={explain(t, { obstacle, canDecide, canSettle })}
      title={t(`kind.${row.kind}`)}
    >
      <div className="office-form">
        <KeyValue facts={listSubject(row, t)} />
        <Evidence row={row} />
        <hr />
        <Making row={row} />
        {(canDecide && !isOwn) || canSettle ? (
          <TextArea
            label={t(canDecide ? 'approval.note' : 'approval.settle.note')}
            maxLength={500}
            onChange={setNote}
            rows={2}
            value={note}
          />
        ) : null}
      </div>
      {dialog}
    </Dialog>
  );
}

/** For a Button. */
const giveReason = (why: string | undefined) => (why === undefined ? {} : { whyDisabled: why });

/** What a press would do, or why there is none. */
function explain(
  t: Translate<'admin'>,
  may: { obstacle: string | undefined; canDecide: boolean; canSettle: boolean },
): string | null {
  if (may.canDecide) return may.obstacle ?? t('approval.decide.text');
  return may.canSettle ? t('approval.settle.text') : null;
}

/** Where what a request rests on is seen, for kinds that rest on something. */
function Evidence({ row }: { readonly row: ApprovalRow }) {
  const t = useTexts('admin');
  if (row.kind === 'account.change') return <EvidenceButton approvalId={row.approvalId} />;
  if (row.kind === 'identity.decide') return <CaseLink payload={row.payload} />;
  if (row.kind !== 'money.post') return <CustodyLink payload={row.payload} />;
  return (
    <a className="ui-link" {...linkTo(`money/${row.approvalId}`)}>
      {t('money.look')}
    </a>
  );
}

/** Pages of what a request names by its number. */
const custodyPages = {
  withdrawalId: 'withdrawals',
  depositId: 'deposits',
  claimId: 'claims',
} as const;

/** The deposit, withdrawal or claim whole; nothing for what is none of them. */
function CustodyLink({ payload }: { readonly payload: string }) {
  const t = useTexts('custody');
  const canRead = usePermission('custody.read');
  const named = JSON.parse(payload) as Record<string, unknown>;
  const name = (Object.keys(custodyPages) as (keyof typeof custodyPages)[]).find(
    (each) => each in named,
  );
  if (name === undefined || !canRead) return null;
  return (
    <a className="ui-link" {...linkTo(`${custodyPages[name]}/${String(named[name])}`)}>
      {t('alarms.look')}
    </a>
  );
}

/** The case that a decision of the desk is about. */
function CaseLink({ payload }: { readonly payload: string }) {
  const t = useTexts('identity');
  const canRead = usePermission('identity.read');
  const { recordId } = JSON.parse(payload) as { recordId: number };
  if (!canRead) return null;
  return (
    <a className="ui-link" {...linkTo(`identity/${recordId}`)}>
      {t('desk.look')}
    </a>
  );
}

/** Saves the evidence that a change of an account rests on. */
function EvidenceButton({ approvalId }: { readonly approvalId: number }) {
  const t = useTexts('admin');
  const { act, isPending } = useAction();
  const save = () =>
    act(async () => {
      const body = { approvalId };
      saveBase64(await client.call(accountOfficeRoutes.readEvidence, { body }));
    }, '');
  return (
    <Button isPending={isPending} onClick={() => void save()} variant="quiet">
      {t('account.evidence.save')}
    </Button>
  );
}

/** Why, who and when, and until when it waits or what came of it. */
function Making({ row }: { readonly row: ApprovalRow }) {
  const t = useTexts('admin');
  return (
    <KeyValue
      facts={[
        { key: 'reason', label: t('reason'), value: sayReason(row, t) },
        { key: 'maker', label: t('approval.maker'), value: nameMaker(row, t) },
        { key: 'at', label: t('time'), value: <Moment atMs={row.madeAt} /> },
        ...listEnd(row, t),
        hashFact(row.payloadHash, t),
      ]}
    />
  );
}

/** One left under way by a fall, too: the server knows whether it still is. */
const canBeSettled = ({ state }: ApprovalRow) => state === 'unknown' || state === 'executing';

/** Says what became of a request whose outcome nobody knows. */
function SettleButtons({
  row,
  note,
  onDone,
  onRefused,
}: {
  readonly row: ApprovalRow;
  readonly note: string;
  readonly onDone: () => void;
  readonly onRefused: () => void;
}) {
  const t = useTexts('admin');
  const { act, isPending } = useAction();
  const { approvalId } = row;
  const settle = async (isDone: boolean) => {
    const body = { approvalId, isDone, note };
    if (await act(() => client.call(officeRoutes.settle, { body }), t('saved'))) onDone();
    else onRefused();
  };
  const why =
    note.trim().length < NOTE_LENGTH_MIN ? { whyDisabled: t('approval.settle.text') } : {};
  return (
    <>
      <Button isPending={isPending} onClick={() => void settle(false)} variant="quiet" {...why}>
        {t('approval.settle.notDone')}
      </Button>
      <Button isPending={isPending} onClick={() => void settle(true)} variant="primary" {...why}>
        {t('approval.settle.done')}
      </Button>
    </>
  );
}

/** Until when it waits, or what came of it. */
function listEnd(row: ApprovalRow, t: Translate<'admin'>): readonly Fact[] {
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
