// One deposit whole: what its chain says, where its money is, its way, and what can be done:
// asking to credit a held one, asking to write off one that vanished. Shown by DepositsPage.tsx.
import { ReviewBar, useRead } from '@isobath/kit';
import { CopyField, type Fact, KeyValue, Moment, Panel, Timeline, useNow } from '@isobath/ui';
import { chainDeskRoutes, custodyDeskRoutes, type DeskDepositWhole } from '@isobath/wire';
import { useState } from 'react';
import { client } from '../../base/client.ts';
import { LoadedBody } from '../../base/PageBody.tsx';
import { ReasonDialog } from '../../base/ReasonDialog.tsx';
import { type Translate, useTexts } from '../../base/texts.tsx';
import { useAction } from '../../base/use-action.ts';
import { WaitingRequest } from '../../base/WaitingRequest.tsx';
import { ChecksPanel } from './asked/ChecksPanel.tsx';
import { DepositTag, Exact, OwnerLink, RightButton, sayWord } from './words.tsx';

type T = Translate<'custody'>;
type Act = 'release' | 'rollback';

const HELD = 11;
const lookEveryMs = 10_000;

/** The deposit. */
export function DepositView(props: { depositId: string; onChange: () => void }) {
  const t = useTexts('custody');
  const { depositId } = props;
  const loaded = useRead(
    ['custody-deposit', depositId],
    (signal) => client.call(custodyDeskRoutes.viewDeposit, { query: { depositId }, signal }),
    { everyMs: lookEveryMs },
  );
  const changed = () => {
    loaded.reload();
    props.onChange();
  };
  return (
    <LoadedBody back={{ path: 'deposits', label: t('page.deposits') }} read={loaded}>
      {(deposit) => <Whole deposit={deposit} onChange={changed} />}
    </LoadedBody>
  );
}

function Whole({ deposit, onChange }: { deposit: DeskDepositWhole; onChange: () => void }) {
  const t = useTexts('custody');
  const admin = useTexts('admin');
  return (
    <div className="custody-column">
      <Bar deposit={deposit} onChange={onChange} />
      <WaitingRequest approvalId={deposit.approvalId} />
      <Panel isFramed isPadded title={`${admin('fact.deposit')} ${deposit.depositId}`}>
        <KeyValue facts={listFacts(t, admin, deposit)} />
      </Panel>
      <Panel isFramed isPadded title={t('chain.title')}>
        <KeyValue facts={listChainFacts(t, deposit)} />
      </Panel>
      <ChecksPanel checks={deposit.checks} />
      <Panel isFramed isPadded title={t('steps.title')}>
        <Timeline label={t('steps.title')} moments={listSteps(t, deposit)} />
      </Panel>
    </div>
  );
}

function listFacts(t: T, admin: Translate<'admin'>, deposit: DeskDepositWhole): readonly Fact[] {
  const { coin, reason, screening, heldIn } = deposit;
  return [
    { key: 'state', label: admin('approval.state'), value: <DepositTag row={deposit} /> },
    {
      key: 'reason',
      label: admin('reason'),
      value: reason === '' ? '--' : sayWord(t, 'reason', reason),
    },
    {
      key: 'owner',
      label: admin('fact.person'),
      value: <OwnerLink ownerId={deposit.ownerId} />,
    },
    {
      key: 'amount',
      label: admin('amount'),
      value: <Exact unit={coin} value={deposit.amount} />,
    },
    ...(deposit.said === ''
      ? []
      : [
          {
            key: 'said',
            label: t('field.said'),
            value: <Exact unit={coin} value={deposit.said} />,
          },
        ]),
    ...(deposit.creditedAt === 0
      ? []
      : [
          {
            key: 'credited',
            label: t('field.credited'),
            value: <Exact unit={coin} value={deposit.credited} />,
          },
        ]),
    {
      key: 'screening',
      label: t('field.screening'),
      value: screening === '' ? '--' : sayWord(t, 'screening', screening),
    },
    {
      key: 'held',
      label: t('field.money'),
      value: sayWord(t, 'heldIn', heldIn === '' ? 'nowhere' : heldIn),
    },
  ];
}

function listChainFacts(t: T, deposit: DeskDepositWhole): readonly Fact[] {
  const { height, headHeight, needed } = deposit;
  const deep = height === 0 ? 0 : Math.max(0, headHeight - height + 1);
  const copy = (key: 'address' | 'from' | 'tx' | 'block' | 'contract', value: string): Fact => {
    const label = t(`field.${key}`);
    return { key, label, value: value === '' ? '--' : <CopyField label={label} value={value} /> };
  };
  return [
    { key: 'network', label: t('field.network'), value: deposit.network },
    copy('tx', deposit.txHash),
    { key: 'place', label: t('field.place'), value: deposit.place },
    copy('from', deposit.fromAddress),
    copy('address', deposit.address),
    ...(deposit.contract === '' ? [] : [copy('contract', deposit.contract)]),
    copy('block', deposit.blockHash),
    {
      key: 'depth',
      label: t('field.confirmations'),
      value: needed === 0 ? deep : `${deep} / ${needed}`,
    },
  ];
}

function listSteps(t: T, deposit: DeskDepositWhole) {
  const steps = [
    ['seen', deposit.seenAt],
    ['screened', deposit.screenedAt],
    ['credited', deposit.creditedAt],
    ['vanished', deposit.vanishedAt],
  ] as const;
  return steps
    .filter(([, atMs]) => atMs > 0)
    .sort(([, one], [, other]) => one - other)
    .map(([key, atMs]) => ({
      key,
      title: t(`step.${key}`),
      time: <Moment atMs={atMs} />,
      state: key === 'vanished' ? ('failed' as const) : ('done' as const),
    }));
}

const routes = {
  release: chainDeskRoutes.releaseDeposit,
  rollback: chainDeskRoutes.rollBackDeposit,
} as const;

/** What can be asked for as it stands. */
function Bar({ deposit, onChange }: { deposit: DeskDepositWhole; onChange: () => void }) {
  const t = useTexts('custody');
  const admin = useTexts('admin');
  const nowMs = useNow() ?? 0;
  const { act, isPending } = useAction();
  const [asked, setAsked] = useState<Act | null>(null);
  const { depositId, status, lossAt, approvalId } = deposit;
  const ask = async (what: Act, reason: string) => {
    const body = { depositId, reason };
    const work = () => client.call(routes[what], { body });
    if (await act(work, admin('approval.made'))) setAsked(null);
    onChange();
  };
  if (approvalId > 0 || (status !== HELD && lossAt === 0)) return null;
  return (
    <ReviewBar>
      {status === HELD ? (
        <RightButton onClick={() => setAsked('release')} right="money.release" variant="primary">
          {t('deposit.release')}
        </RightButton>
      ) : null}
      {lossAt > 0 ? (
        <>
          <RightButton
            onClick={() => setAsked('rollback')}
            right="money.release"
            variant="danger"
            why={lossAt > nowMs ? t('deposit.rollback.early') : undefined}
          >
            {t('deposit.rollback')}
          </RightButton>
          {lossAt > nowMs ? (
            <small className="office-quiet">
              {t('deposit.rollback.early')} · <Moment atMs={lossAt} />
            </small>
          ) : null}
        </>
      ) : null}
      {asked === null ? null : (
        <ReasonDialog
          confirmLabel={admin('approval.ask')}
          isDanger={asked === 'rollback'}
          isOpen
          isPending={isPending}
          onClose={() => setAsked(null)}
          onConfirm={(reason) => void ask(asked, reason)}
          text={t(`deposit.${asked}.text`)}
          title={t(`deposit.${asked}`)}
        />
      )}
    </ReviewBar>
  );
}
