// Coins with what one has of each and what it is worth. Of the spot account, or of all together.
import type { AssetRow } from '@isobath/wire';
import { Amount, CoinIcon, type Column, DataTable, EmptyState, Money } from '@isobath/ui';
import { Link, useRevalidator } from 'react-router';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { CloseOut } from '../../base/trade/CloseOut.tsx';
import { findDust, useDustFacts } from '../../base/trade/dust.ts';

/** The table. @param isSpot - of the spot account: what is free, and closing out what is dust. */
export function Balances(props: { rows: readonly AssetRow[]; label: string; isSpot?: boolean }) {
  const t = useTexts('assets');
  const known = useDustFacts();
  const facts = props.isSpot === true ? known : null;
  const { revalidate } = useRevalidator();
  const locale = useLocale();
  const amount = (key: 'total' | 'available' | 'held', priority: 1 | 2): Column<AssetRow> => ({
    key,
    head: t(key === 'total' ? 'amount' : key),
    width: 'minmax(120px, 1fr)',
    align: 'end',
    priority,
    card: key === 'total' ? 'main' : key === 'available' ? 'sub' : 'foot',
    sortBy: (row) => row[key],
    cell: (row) => (
      <>
        {key === 'total' ? null : <span className="assets-card-label">{t(key)} </span>}
        <Amount isOwn value={row[key]} />
      </>
    ),
  });
  const columns: Column<AssetRow>[] = [
    {
      key: 'asset',
      head: t('coin'),
      width: 'minmax(150px, 1.4fr)',
      card: 'lead',
      sortAs: 'text',
      sortBy: (row) => row.asset,
      cell: (row) => (
        <span className="assets-coin">
          <CoinIcon code={row.asset} size={24} />
          <Link to={`/${locale}/coinInfo?coin=${row.asset}`}>{row.asset}</Link>
          <span className="assets-name">{row.name}</span>
        </span>
      ),
    },
    amount('total', 1),
    ...(props.isSpot === true ? [amount('available', 2), amount('held', 2)] : []),
    {
      key: 'value',
      head: t('value'),
      width: 'minmax(120px, 1fr)',
      align: 'end',
      card: 'side',
      sortBy: (row) => row.valueUsdt || null,
      cell: (row) => (
        <Money decimals={2} isOwn standing="own" unit="USDT" value={row.valueUsdt || null} />
      ),
    },
    {
      key: 'action',
      head: t('trade'),
      headNode: <span className="ui-sr">{t('trade')}</span>,
      width: '160px',
      align: 'end',
      card: 'tool',
      cell: (row) => {
        const dust = facts === null ? null : findDust(facts, row.asset, row.available);
        return (
          <span className="assets-deeds">
            {dust === null ? null : <CloseOut dust={dust} onDone={() => void revalidate()} />}
            <Link
              to={`/${locale}/trade/exchange/?tradeCode=${
                row.asset === 'USDT' ? 'btc' : row.asset.toLowerCase()
              }_usdt`}
            >
              {t('trade')}
            </Link>
          </span>
        );
      },
    },
  ];
  return (
    <DataTable
      columns={columns}
      empty={<EmptyState text={t('emptyText')} title={t('empty')} />}
      label={props.label}
      rowKey={(row) => row.asset}
      rows={props.rows}
    />
  );
}
