// One claim: who says what, and what custody saw of the transaction. Not what can be asked about it
// (ClaimBar.tsx). Shown by ClaimsPage.tsx.
import { CopyField, EmptyState, type Fact, KeyValue, Moment, Panel, Tag } from '@isobath/ui';
import type { Tone } from '@isobath/ui';
import type { DeskClaim } from '@isobath/wire';
import type { ReactNode } from 'react';
import { linkTo } from '../../../base/address.ts';
import { useTexts } from '../../../base/texts.tsx';
import { WaitingRequest } from '../../../base/WaitingRequest.tsx';
import { OwnerLink, sayWord } from '../words.tsx';

const tones: Readonly<Record<number, Tone>> = { 1: 'warn', 2: 'info', 3: 'danger' };

/** Where a claim stands. */
export function ClaimTag({ row }: { row: DeskClaim }) {
  const t = useTexts('custody');
  return <Tag tone={tones[row.status] ?? 'outline'}>{sayWord(t, 'claimStatus', row.status)}</Tag>;
}

/** The claim. @param props - children: what can be asked about it. */
export function ClaimView({ claim, children }: { claim: DeskClaim; children?: ReactNode }) {
  const t = useTexts('custody');
  const admin = useTexts('admin');
  return (
    <div className="custody-column">
      {children}
      <WaitingRequest approvalId={claim.approvalId} />
      <Panel isFramed isPadded title={`${admin('fact.claim')} ${claim.claimId}`}>
        <KeyValue facts={useFacts(claim)} />
      </Panel>
      <Panel isFramed isPadded title={t('claim.seen')}>
        <Seen claim={claim} />
      </Panel>
    </div>
  );
}

function useFacts(claim: DeskClaim): readonly Fact[] {
  const t = useTexts('custody');
  const admin = useTexts('admin');
  const hash = t('field.tx');
  const paid = t('claim.paidBack');
  return [
    { key: 'state', label: admin('approval.state'), value: <ClaimTag row={claim} /> },
    { key: 'why', label: admin('reason'), value: sayWord(t, 'claimWhy', claim.why) },
    { key: 'owner', label: admin('fact.person'), value: <OwnerLink ownerId={claim.ownerId} /> },
    { key: 'network', label: t('field.network'), value: claim.network },
    { key: 'tx', label: hash, value: <CopyField label={hash} value={claim.txHash} /> },
    { key: 'at', label: admin('time'), value: <Moment atMs={claim.askedAt} /> },
    ...(claim.paidTxHash === ''
      ? []
      : [{ key: 'paid', label: paid, value: <CopyField label={paid} value={claim.paidTxHash} /> }]),
  ];
}

/** Receipts of the transaction, each with whose it is. */
function Seen({ claim: { deposits } }: { claim: DeskClaim }) {
  const t = useTexts('custody');
  if (deposits.length === 0) {
    return <EmptyState size="small" text={t('claim.unseen.text')} title={t('claim.unseen')} />;
  }
  return (
    <KeyValue
      facts={deposits.map(({ depositId, ownerId, status, reason }) => ({
        key: String(depositId),
        label: (
          <a className="ui-link" {...linkTo(`deposits/${depositId}`)}>
            {depositId}
          </a>
        ),
        value: (
          <span className="custody-tags">
            <Tag tone="outline">{sayWord(t, 'status', status)}</Tag>
            {reason === '' ? null : <Tag tone="warn">{sayWord(t, 'reason', reason)}</Tag>}
            <OwnerLink ownerId={ownerId} />
          </span>
        ),
      }))}
    />
  );
}
