// The contracts as a whole: turnover, and for each what is open, its funding and what was closed by
// force. While none is listed it says so. Shown by the market page and the overview.
import { type Column, DataTable, EmptyState, KeyValue, Money, Percent } from '@isobath/ui';
import type { ReactNode } from 'react';
import { useTexts } from '../../../base/texts.tsx';
import type { ContractMarket, ContractRow } from './contracts.ts';

/** The part. @param action - where to go while there are none. */
export function Contracts(props: { market: ContractMarket; action?: ReactNode }) {
  const t = useTexts('market');
  const of = useTexts('coins');
  const { rows, turnoverUsdt } = props.market;
  if (rows.length === 0) return <EmptyState actions={props.action} title={t('contracts.none')} />;
  const money = (value: string | null) => <Money isCompact unit="USDT" value={value} />;
  const column = (key: keyof ContractRow, head: string, cell: Column<ContractRow>['cell']) =>
    ({ key, head, align: 'end', width: 'minmax(90px, 1fr)', cell }) as const;
  const columns: readonly Column<ContractRow>[] = [
    {
      key: 'code',
      head: of('overview.contracts'),
      width: 'minmax(90px, 1fr)',
      cell: ({ code }) => code.toUpperCase(),
    },
    column('openInterest', of('overview.openInterest'), (row) => money(row.openInterest)),
    column('fundingRate', of('overview.funding'), (row) => <Percent value={row.fundingRate} />),
    column('longUsdt', of('overview.forcedLong'), (row) => money(row.longUsdt)),
    column('shortUsdt', of('overview.forcedShort'), (row) => money(row.shortUsdt)),
  ];
  return (
    <>
      <KeyValue
        facts={[
          { key: 'turnover', label: of('overview.turnover'), value: money(turnoverUsdt) },
          { key: 'count', label: of('overview.contracts'), value: rows.length },
        ]}
        isColumns
      />
      <DataTable
        columns={columns}
        label={of('overview.contracts')}
        rowKey={({ code }) => code}
        rows={rows}
      />
    </>
  );
}
