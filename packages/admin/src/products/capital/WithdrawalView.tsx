// One withdrawal whole: what goes where and why somebody looks at it, what is known of its owner,
// its way, its transactions; letting it pass and refusing it. Shown by WithdrawalsPage.tsx.
import { ReviewBar, useRead } from '@isobath/kit';
import {
  Amount,
  Banner,
  CopyField,
  type Fact,
  KeyValue,
  Moment,
  Panel,
  Tag,
  Timeline,
} from '@isobath/ui';
import { custodyDeskRoutes, type DeskWithdrawalWhole, withdrawDeskRoutes } from '@isobath/wire';
import { useState } from 'react';
import { client } from '../../base/client.ts';
import { LoadedBody } from '../../base/PageBody.tsx';
import { ReasonDialog } from '../../base/ReasonDialog.tsx';
import { useOperator } from '../../base/session.ts';
import { type Translate, useTexts } from '../../base/texts.tsx';
import { useAction } from '../../base/use-action.ts';
import { ChecksPanel } from './asked/ChecksPanel.tsx';
import { DeclaredPanel } from './asked/DeclaredPanel.tsx';
import { NameTransaction, NamedNote } from './NameTransaction.tsx';
import { SendsTable } from './SendsTable.tsx';
import { Exact, OwnerLink, RightButton, sayWord, WithdrawalTag } from './words.tsx';
import { WaitingRequest } from '../../base/WaitingRequest.tsx';

type T = Translate<'custody'>;
type Act = 'release' | 'refuse';

const lookEveryMs = 5_000;
/** While one of these is a reason nobody knows whether the signer has signed it before. */
const unsure = ['signer_payment_bound', 'signer_nonce_foreign', 'signer_outpoint_foreign'];
/** States before anything is signed: its money can still go back. */
const unsigned = new Set(['taken', 'screening', 'review', 'waiting_approval', 'queued']);
const bad = new Set(['rejected', 'failed', 'cancelled']);

/** The withdrawal. */
export function WithdrawalView(props: { withdrawalId: string; onChange: () => void }) {
  const t = useTexts('custody');
  const { withdrawalId } = props;
  const loaded = useRead(
    ['custody-withdrawal', withdrawalId],
    (signal) => client.call(custodyDeskRoutes.viewWithdrawal, { query: { withdrawalId }, signal }),
    { everyMs: lookEveryMs },
  );
  const changed = () => {
    loaded.reload();
    props.onChange();
  };
  return (
    <LoadedBody back={{ path: 'withdrawals', label: t('page.withdrawals') }} read={loaded}>
      {(shown) => <Whole onChange={changed} shown={shown} />}
    </LoadedBody>
  );
}

function Whole({ shown, onChange }: { shown: DeskWithdrawalWhole; onChange: () => void }) {
  const t = useTexts('custody');
  const admin = useTexts('admin');
  return (
    <div className="custody-column">
      <Bar onChange={onChange} shown={shown} />
      <Approval shown={shown} />
      <NamedNote shown={shown} />
      <Panel isFramed isPadded title={`${admin('fact.withdrawal')} ${shown.withdrawalId}`}>
        <KeyValue facts={listFacts(t, admin, shown)} />
      </Panel>
      <DeclaredPanel shown={shown} />
      <ChecksPanel checks={shown.checks} />
      <Panel isFramed isPadded title={t('owner.title')}>
        <KeyValue facts={listOwnerFacts(t, admin, shown)} />
      </Panel>
      <Panel isFramed title={t('sends.title')}>
        <SendsTable sends={shown.sends} />
      </Panel>
      <Panel isFramed isPadded title={t('steps.title')}>
        <Timeline
          label={t('steps.title')}
          moments={shown.steps.map(({ word, at }) => ({
            key: `${word}${at}`,
            title: sayWord(t, 'way', word),
            time: <Moment atMs={at} />,
            state: bad.has(word) ? 'failed' : 'done',
          }))}
        />
      </Panel>
    </div>
  );
}

/** Who may approve it, and who may not. */
function Approval({ shown }: { shown: DeskWithdrawalWhole }) {
  const t = useTexts('custody');
  const { email } = useOperator();
  const { releasedBy } = shown;
  if (shown.state !== 'waiting_approval') return null;
  const text = [
    t(releasedBy === email ? 'approval.yours' : 'approval.other'),
    ...(releasedBy === '' ? [] : [t('approval.by', { operator: releasedBy })]),
  ].join(' ');
  if (shown.approvalId === 0) return <Banner title={t('approval.soon')}>{text}</Banner>;
  return <WaitingRequest approvalId={shown.approvalId} text={text} />;
}

function Reasons({ shown: { reasons } }: { shown: DeskWithdrawalWhole }) {
  const t = useTexts('custody');
  if (reasons.length === 0) return '--';
  return (
    <span className="custody-tags">
      {reasons.map((word) => (
        <Tag key={word} tone="warn">
          {sayWord(t, 'reason', word)}
        </Tag>
      ))}
    </span>
  );
}

function listFacts(t: T, admin: Translate<'admin'>, shown: DeskWithdrawalWhole): readonly Fact[] {
  const { coin, address, memo, txHash, notBefore } = shown;
  const copy = (key: 'address' | 'memo' | 'tx', value: string): Fact => {
    const label = t(`field.${key}`);
    return { key, label, value: <CopyField label={label} value={value} /> };
  };
  return [
    { key: 'state', label: admin('approval.state'), value: <WithdrawalTag row={shown} /> },
    { key: 'reasons', label: admin('fact.reasons'), value: <Reasons shown={shown} /> },
    {
      key: 'receives',
      label: t('field.receives'),
      value: <Exact unit={coin} value={shown.amount} />,
    },
    { key: 'fee', label: t('field.fee'), value: <Exact unit={coin} value={shown.fee} /> },
    {
      key: 'value',
      label: t('field.value'),
      value: <Amount decimals={2} unit="USDT" value={shown.value} />,
    },
    {
      key: 'network',
      label: t('field.network'),
      value: shown.isInside ? `${shown.network} · ${t('inside')}` : shown.network,
    },
    copy('address', address),
    ...(memo === '' ? [] : [copy('memo', memo)]),
    ...(txHash === '' ? [] : [copy('tx', txHash)]),
    { key: 'at', label: admin('time'), value: <Moment atMs={shown.askedAt} /> },
    ...(notBefore === 0
      ? []
      : [{ key: 'again', label: t('field.again'), value: <Moment atMs={notBefore} /> }]),
  ];
}

function listOwnerFacts(t: T, admin: Translate<'admin'>, shown: DeskWithdrawalWhole): Fact[] {
  const { owner } = shown;
  return [
    { key: 'owner', label: admin('fact.person'), value: <OwnerLink ownerId={shown.ownerId} /> },
    {
      key: 'joined',
      label: admin('people.since'),
      value: owner.joinedAt === 0 ? '--' : <Moment atMs={owner.joinedAt} />,
    },
    { key: 'deposits', label: t('owner.deposits'), value: owner.depositsCount },
    { key: 'complete', label: t('owner.complete'), value: owner.completeCount },
    { key: 'to', label: t('owner.toAddress'), value: owner.toAddressCount },
    { key: 'day', label: t('owner.dayAddresses'), value: owner.dayAddressesCount },
    {
      key: 'month',
      label: t('owner.month'),
      value: <Amount decimals={2} unit="USDT" value={owner.monthValue} />,
    },
  ];
}

const routes = {
  release: withdrawDeskRoutes.releaseWithdrawal,
  refuse: withdrawDeskRoutes.refuseWithdrawal,
} as const;

/** What can be done as it stands. */
function Bar({ shown, onChange }: { shown: DeskWithdrawalWhole; onChange: () => void }) {
  const t = useTexts('custody');
  const admin = useTexts('admin');
  const { act, isPending } = useAction();
  const [asked, setAsked] = useState<Act | null>(null);
  const { withdrawalId, state, reasons } = shown;
  const decide = async (what: Act, reason: string) => {
    const body = { withdrawalId, reason };
    if (await act(() => client.call(routes[what], { body }), admin('saved'))) setAsked(null);
    onChange();
  };
  if (!unsigned.has(state)) return null;
  return (
    <ReviewBar>
      {state === 'review' ? (
        <RightButton onClick={() => setAsked('release')} right="money.release" variant="primary">
          {t('withdrawal.release')}
        </RightButton>
      ) : null}
      <RightButton
        onClick={() => setAsked('refuse')}
        right="money.release"
        variant="danger"
        why={reasons.some((word) => unsure.includes(word)) ? t('withdrawal.unsure') : undefined}
      >
        {t('withdrawal.refuse')}
      </RightButton>
      <NameTransaction onChange={onChange} shown={shown} />
      {asked === null ? null : (
        <ReasonDialog
          confirmLabel={t(`withdrawal.${asked}`)}
          isDanger={asked === 'refuse'}
          isOpen
          isPending={isPending}
          onClose={() => setAsked(null)}
          onConfirm={(reason) => void decide(asked, reason)}
          text={t(`withdrawal.${asked}.text`)}
          title={t(`withdrawal.${asked}`)}
        />
      )}
    </ReviewBar>
  );
}
