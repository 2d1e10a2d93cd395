// Transactions of ours: of one withdrawal, or all that are under way. Shown by WithdrawalView.tsx
// and WalletsPage.tsx.
import { Amount, type Column, DataTable, EmptyState, Moment } from '@isobath/ui';
import type { DeskSend } from '@isobath/wire';
import { linkTo } from '../../base/address.ts';
import { Figure } from '../../base/Figure.tsx';
import { type Translate, useTexts } from '../../base/texts.tsx';
import { sayWord, SendTag } from './words.tsx';

/** The table. */
export function SendsTable({ sends }: { sends: readonly DeskSend[] }) {
  const t = useTexts('custody');
  const admin = useTexts('admin');
  return (
    <DataTable
      columns={listColumns(t, admin)}
      empty={<EmptyState size="small" title={t('sends.none')} />}
      label={t('sends.title')}
      rowKey={({ sendId }) => String(sendId)}
      rows={sends}
    />
  );
}

/** The withdrawals that it pays. */
function Payments({ send: { withdrawalIds } }: { send: DeskSend }) {
  return withdrawalIds.map((id, place) => (
    <span key={id}>
      {place === 0 ? null : ', '}
      <a className="ui-link" {...linkTo(`withdrawals/${id}`)}>
        {id}
      </a>
    </span>
  ));
}

function listColumns(t: Translate<'custody'>, admin: Translate<'admin'>): Column<DeskSend>[] {
  return [
    {
      key: 'kind',
      head: admin('fact.kind'),
      width: 'minmax(130px, 1fr)',
      card: 'lead',
      cell: (send) => (
        <span className="office-two-lines">
          <span>{sayWord(t, 'sendKind', send.kind)}</span>
          <small>{send.network}</small>
        </span>
      ),
    },
    {
      key: 'tx',
      head: t('field.tx'),
      width: 'minmax(140px, 2fr)',
      card: 'sub',
      cell: (send) => (
        <span className="office-two-lines">
          <span className="custody-hash" title={send.txHash}>
            {send.txHash || '--'}
          </span>
          <small>
            {t('page.withdrawals')}: <Payments send={send} />
          </small>
        </span>
      ),
    },
    {
      key: 'nonce',
      head: t('send.nonce'),
      width: '72px',
      align: 'end',
      priority: 2,
      cell: ({ nonce }) => (nonce < 0 ? '--' : <Amount decimals={0} value={String(nonce)} />),
    },
    {
      key: 'bumps',
      head: t('send.bumps'),
      width: '72px',
      align: 'end',
      card: 'side',
      cell: ({ member }) => <Figure head={t('send.bumps')}>{member}</Figure>,
    },
    {
      key: 'fee',
      head: t('send.fee'),
      width: 'minmax(120px, 1fr)',
      align: 'end',
      priority: 2,
      cell: ({ fee, feeCoin }) => <Amount unit={feeCoin} value={fee} />,
    },
    {
      key: 'state',
      head: admin('approval.state'),
      width: 'minmax(110px, 1fr)',
      card: 'main',
      cell: (send) => <SendTag send={send} />,
    },
    makeTimeColumn(admin),
  ];
}

const makeTimeColumn = (admin: Translate<'admin'>): Column<DeskSend> => ({
  key: 'at',
  head: admin('time'),
  width: 'minmax(130px, 1fr)',
  priority: 3,
  card: 'foot',
  cell: ({ madeAt }) => <Moment atMs={madeAt} />,
});
