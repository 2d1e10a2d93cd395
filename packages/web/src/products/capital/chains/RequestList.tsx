// What was asked of local chains, newest first, each with its outcome. Not the forms that ask. Part
// of the page of local chains.
import type { ChainRequest } from '@isobath/wire';
import { Amount, type Column, DataTable, EmptyState, Moment, Tag, type Tone } from '@isobath/ui';
import { useTexts } from '../../../base/texts.tsx';
import { ShortHash } from '../records/ShortHash.tsx';
import type { RecordNames } from '../records/use-capital-records.tsx';

const tones: Readonly<Record<ChainRequest['state'], Tone>> = {
  waiting: 'outline',
  taken: 'info',
  done: 'up',
  failed: 'danger',
};

/** The list. */
export function RequestList(props: { requests: readonly ChainRequest[]; names: RecordNames }) {
  const t = useTexts('capital');
  return (
    <DataTable
      columns={useColumns(props.names)}
      empty={
        <EmptyState
          size="small"
          text={t('chains.requests.text')}
          title={t('chains.requests.none')}
        />
      }
      label={t('chains.requests')}
      rowKey={({ id }) => id}
      rows={props.requests}
    />
  );
}

function useColumns({ coins, networks }: RecordNames): Column<ChainRequest>[] {
  const t = useTexts('capital');
  const nameOf = (row: ChainRequest) =>
    coins.find(({ coinId }) => coinId === row.coinId)?.shortName ?? '';
  return [
    {
      key: 'kind',
      head: t('chains.requests'),
      width: 'minmax(190px, 1.4fr)',
      card: 'lead',
      cell: (row) =>
        row.kind === 'send' ? (
          <span>
            {t('chains.submit')} <Amount unit={nameOf(row)} value={row.amount} />
          </span>
        ) : (
          t(`chains.kind.${row.kind}`, { count: row.count })
        ),
    },
    {
      key: 'state',
      head: t('records.status'),
      width: 'minmax(160px, 1.4fr)',
      card: 'sub',
      cell: (row) => (
        <span className="records-state">
          <Tag tone={tones[row.state]}>{t(`chains.state.${row.state}`)}</Tag>
          {row.reason === '' ? null : (
            <span>{t(`chains.fail.${row.reason as 'address' | 'balance' | 'other'}`)}</span>
          )}
        </span>
      ),
    },
    {
      key: 'network',
      head: t('network.label'),
      width: 'minmax(120px, 1fr)',
      priority: 2,
      card: 'foot',
      cell: ({ networkId }) =>
        networks.find((network) => network.networkId === networkId)?.name ?? String(networkId),
    },
    {
      key: 'address',
      head: t('records.address'),
      width: 'minmax(170px, 1.2fr)',
      priority: 3,
      cell: ({ address }) =>
        address === '' ? null : <ShortHash hash={address} label={t('records.address')} />,
    },
    {
      key: 'hash',
      head: t('records.hash'),
      width: 'minmax(170px, 1.2fr)',
      priority: 3,
      cell: ({ txHash }) =>
        txHash === '' ? null : <ShortHash hash={txHash} label={t('records.hash')} />,
    },
    {
      key: 'at',
      head: t('records.time'),
      width: 'minmax(150px, 1fr)',
      align: 'end',
      card: 'side',
      cell: (row) => <Moment atMs={row.at} />,
    },
  ];
}
