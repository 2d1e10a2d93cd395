// Coins of all accounts together: what one has of each and what it is worth. The spot account, with
// costs, has a table of its own (spot/SpotBalances.tsx).
import type { AssetRow } from '@isobath/wire';
import { type Column, DataTable, EmptyState } from '@isobath/ui';
import { Link } from 'react-router';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { NextSteps } from '../../base/NextSteps.tsx';
import { coinColumn, totalColumn, tradeAddress, valueColumn } from './balance-columns.tsx';

/** The table. */
export function Balances(props: { rows: readonly AssetRow[]; label: string }) {
  const t = useTexts('assets');
  const locale = useLocale();
  const columns: Column<AssetRow>[] = [
    coinColumn(t, locale),
    totalColumn(t),
    valueColumn(t),
    {
      key: 'action',
      head: t('trade'),
      headNode: <span className="ui-sr">{t('trade')}</span>,
      width: '160px',
      align: 'end',
      card: 'tool',
      cell: (row) => <Link to={tradeAddress(locale, row.asset)}>{t('trade')}</Link>,
    },
  ];
  return (
    <DataTable
      columns={columns}
      empty={<EmptyState actions={<NextSteps />} text={t('emptyText')} title={t('empty')} />}
      label={props.label}
      rowKey={(row) => row.asset}
      rows={props.rows}
    />
  );
}
