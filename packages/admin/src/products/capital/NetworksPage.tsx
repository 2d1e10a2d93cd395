// Networks: how far each was read, what is open and what is stopped, halting one, asking to open
// one. Listed in index.ts.
import { useRead } from '@isobath/kit';
import {
  Amount,
  type Column,
  DataTable,
  EmptyState,
  KeyValue,
  Panel,
  StatusDot,
  Tag,
} from '@isobath/ui';
import { chainDeskRoutes, type ChainState } from '@isobath/wire';
import { useState } from 'react';
import { client } from '../../base/client.ts';
import { LoadedBody, PageHead } from '../../base/PageBody.tsx';
import { ReasonDialog } from '../../base/ReasonDialog.tsx';
import { type Translate, useTexts } from '../../base/texts.tsx';
import { useAction } from '../../base/use-action.ts';
import { WaitingRequest } from '../../base/WaitingRequest.tsx';
import { Exact, RightButton, sayWord } from './words.tsx';
import './custody.css';

type T = Translate<'custody'>;
type ChainCoin = ChainState['coins'][number];
type Act = 'halt' | 'open';

const lookEveryMs = 5_000;
const dots = { open: 'good', halted: 'bad', starting: 'warn', absent: 'unknown' } as const;

/** The page. */
export function NetworksPage() {
  const t = useTexts('custody');
  const loaded = useRead(
    ['custody-networks'],
    (signal) => client.call(chainDeskRoutes.chains, { signal }),
    { everyMs: lookEveryMs },
  );
  return (
    <>
      <PageHead text={t('networks.text')} title={t('page.networks')} />
      <LoadedBody read={loaded}>
        {(networks) =>
          networks.length === 0 ? (
            <EmptyState title={t('networks.none')} />
          ) : (
            <div className="office-stack">
              {networks.map((network) => (
                <Network key={network.networkId} network={network} onDone={loaded.reload} />
              ))}
            </div>
          )
        }
      </LoadedBody>
    </>
  );
}

/** Whether there is something that opening it would end. */
const canBeOpened = ({ state, coins }: ChainState): boolean =>
  state === 'halted' || coins.some(({ sendingStop }) => sendingStop !== '');

function Network({ network, onDone }: { network: ChainState; onDone: () => void }) {
  const t = useTexts('custody');
  const [act, setAct] = useState<Act | null>(null);
  const { approvalId, state } = network;
  return (
    <Panel
      isFramed
      title={network.name}
      tools={
        <>
          <StatusDot tone={dots[state as keyof typeof dots] ?? 'unknown'}>
            {sayWord(t, 'state', state)}
          </StatusDot>
          {state === 'open' || state === 'starting' ? (
            <RightButton onClick={() => setAct('halt')} right="custody.halt" variant="danger">
              {t('network.halt')}
            </RightButton>
          ) : null}
          {canBeOpened(network) && approvalId === 0 ? (
            <RightButton onClick={() => setAct('open')} right="custody.halt" variant="primary">
              {t('network.open')}
            </RightButton>
          ) : null}
        </>
      }
    >
      <div className="custody-network">
        <WaitingRequest approvalId={approvalId} />
        <KeyValue facts={listHeights(t, network)} isColumns />
        <DataTable
          columns={listColumns(t)}
          empty={<EmptyState size="small" title={t('networks.none')} />}
          label={network.name}
          rowKey={({ coinId }) => String(coinId)}
          rows={network.coins}
        />
      </div>
      {act === null ? null : (
        <ActDialog act={act} network={network} onClose={() => setAct(null)} onDone={onDone} />
      )}
    </Panel>
  );
}

function listHeights(t: T, network: ChainState) {
  const { state, height, headHeight, confirmedHeight, haltReason } = network;
  const say = (value: number) => <Amount decimals={0} value={String(value)} />;
  const why = {
    key: 'why',
    label: t('network.why'),
    value: sayWord(t, 'halt', haltReason),
  };
  return [
    { key: 'head', label: t('network.head'), value: say(headHeight) },
    { key: 'read', label: t('network.read'), value: say(height) },
    { key: 'lag', label: t('network.lag'), value: say(Math.max(0, headHeight - height)) },
    {
      key: 'confirmed',
      label: t('network.confirmed'),
      value: confirmedHeight < 0 ? '--' : say(confirmedHeight),
    },
    ...(state === 'halted' ? [why] : []),
  ];
}

function OpenTag({ isOpen }: { isOpen: boolean }) {
  const t = useTexts('custody');
  return <Tag tone={isOpen ? 'outline' : 'warn'}>{t(isOpen ? 'word.open' : 'word.closed')}</Tag>;
}

function listColumns(t: T): readonly Column<ChainCoin>[] {
  const width = 'minmax(110px, 1fr)';
  return [
    { key: 'coin', head: t('coin'), width, card: 'lead', cell: ({ coin }) => coin },
    {
      key: 'deposit',
      head: t('page.deposits'),
      width,
      priority: 2,
      cell: ({ isDepositOpen }) => <OpenTag isOpen={isDepositOpen} />,
    },
    {
      key: 'withdrawal',
      head: t('page.withdrawals'),
      width,
      priority: 2,
      cell: ({ isWithdrawalOpen }) => <OpenTag isOpen={isWithdrawalOpen} />,
    },
    {
      key: 'sending',
      head: t('network.sending'),
      width: 'minmax(160px, 2fr)',
      card: 'main',
      cell: ({ sendingStop }) =>
        sendingStop === '' ? (
          <Tag tone="outline">{t('sending.on')}</Tag>
        ) : (
          <Tag tone="danger">{sayWord(t, 'stop', sendingStop)}</Tag>
        ),
    },
    {
      key: 'level',
      head: t('wallet.hot'),
      width,
      card: 'sub',
      cell: ({ hotLevel }) => t(`level.${(hotLevel || 'unset') as 'low'}`),
    },
    {
      key: 'difference',
      head: t('difference.raw'),
      width,
      align: 'end',
      card: 'side',
      cell: ({ difference }) => <Exact value={difference} />,
    },
  ];
}

function ActDialog(props: {
  act: Act;
  network: ChainState;
  onClose: () => void;
  onDone: () => void;
}) {
  const t = useTexts('custody');
  const admin = useTexts('admin');
  const { act: asked, network } = props;
  const { act, isPending } = useAction();
  const isHalt = asked === 'halt';
  const confirm = async (reason: string) => {
    const body = { networkId: network.networkId, reason };
    const route = isHalt ? chainDeskRoutes.haltChain : chainDeskRoutes.openChain;
    const done = isHalt ? admin('saved') : admin('approval.made');
    if (!(await act(() => client.call<typeof route>(route, { body }), done))) return;
    props.onClose();
    props.onDone();
  };
  return (
    <ReasonDialog
      confirmLabel={isHalt ? t('network.halt') : admin('approval.ask')}
      isDanger={isHalt}
      isOpen
      isPending={isPending}
      onClose={props.onClose}
      onConfirm={(reason) => void confirm(reason)}
      text={t(`network.${asked}.text`)}
      title={`${t(`network.${asked}`)}: ${network.name}`}
    />
  );
}
