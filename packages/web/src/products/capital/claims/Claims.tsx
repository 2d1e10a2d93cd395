// Deposits that did not arrive: what was claimed and how it ended, and the way to claim another.
// Below the page of deposits and its records.
import { RecordsList, useRecords } from '@isobath/kit';
import { claimRoutes, type DepositClaim } from '@isobath/wire';
import { Button, type Column, Moment, Panel, Tag, type Tone } from '@isobath/ui';
import { useState } from 'react';
import { browserClient } from '../../../base/client.ts';
import { useTexts } from '../../../base/texts.tsx';
import { ShortHash } from '../records/ShortHash.tsx';
import type { RecordNames } from '../records/use-capital-records.tsx';
import { ClaimDialog } from './ClaimDialog.tsx';
import './claims.css';

const statuses = ['1', '2', '3'] as const;
type ClaimStatus = (typeof statuses)[number];

const tones: Readonly<Record<ClaimStatus, Tone>> = { '1': 'warn', '2': 'up', '3': 'danger' };

const readStatus = ({ status }: DepositClaim): ClaimStatus =>
  statuses.find((known) => known === String(status)) ?? '1';

/** The panel. */
export function Claims({ names }: { names: RecordNames }) {
  const t = useTexts('capital');
  const [isOpen, setOpen] = useState(false);
  const { pages, ...state } = useRecords({
    key: ['deposit claims'],
    load: async (_cursor, signal) => ({
      rows: await browserClient().call(claimRoutes.depositClaims, { signal }),
      nextCursor: '',
    }),
  });
  const done = () => {
    setOpen(false);
    state.reload();
  };
  const report = (
    <Button onClick={() => setOpen(true)} size="small">
      {t('claim.report')}
    </Button>
  );
  return (
    <Panel className="claims-panel" isFramed title={t('claims.title')} tools={report}>
      <RecordsList
        empty={{ size: 'small', text: t('claims.none.text'), title: t('claims.none') }}
        rows={pages?.flatMap(({ rows }) => rows) ?? null}
        state={state}
        table={{
          columns: useColumns(names),
          label: t('claims.title'),
          rowKey: ({ claimId }) => String(claimId),
        }}
      />
      {isOpen ? (
        <ClaimDialog networks={names.networks} onClose={() => setOpen(false)} onDone={done} />
      ) : null}
    </Panel>
  );
}

function useColumns({ networks }: RecordNames): Column<DepositClaim>[] {
  const t = useTexts('capital');
  return [
    {
      key: 'why',
      head: t('claim.why'),
      width: 'minmax(170px, 1.4fr)',
      card: 'lead',
      cell: ({ why }) => t(`claim.why.${why}`),
    },
    {
      key: 'status',
      head: t('records.status'),
      width: 'minmax(130px, 1fr)',
      card: 'sub',
      cell: (row) => (
        <Tag tone={tones[readStatus(row)]}>{t(`claim.status.${readStatus(row)}`)}</Tag>
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
      key: 'hash',
      head: t('records.hash'),
      width: 'minmax(170px, 1.2fr)',
      card: 'main',
      cell: ({ txHash }) => <ShortHash hash={txHash} label={t('records.hash')} />,
    },
    {
      key: 'paid',
      head: t('claim.paidBack'),
      width: 'minmax(170px, 1.2fr)',
      priority: 3,
      card: 'foot',
      cell: ({ paidTxHash }) =>
        paidTxHash === '' ? null : <ShortHash hash={paidTxHash} label={t('claim.paidBack')} />,
    },
    {
      key: 'at',
      head: t('records.time'),
      width: 'minmax(150px, 1fr)',
      align: 'end',
      card: 'side',
      cell: ({ askedAt }) => <Moment atMs={askedAt} />,
    },
  ];
}
