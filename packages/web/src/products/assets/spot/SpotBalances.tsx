// Coins of the spot account: what one has, what it is worth, what it cost and what that won. A row
// opens below itself with its last movements and what can be done with the coin (CoinDetail.tsx).
import type { SpotAssetRow } from '@isobath/wire';
import {
  Amount,
  ChevronDown,
  type Column,
  DataTable,
  IconButton,
  Money,
  Percent,
} from '@isobath/ui';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { type Translate, useLocale, useTexts } from '../../../base/texts.tsx';
import { CloseOut } from '../../../base/trade/CloseOut.tsx';
import { type DustFacts, findDust, useDustFacts } from '../../../base/trade/dust.ts';
import { Term } from '../../../base/trade/Term.tsx';
import { coinColumn, totalColumn, tradeAddress, valueColumn } from '../balance-columns.tsx';
import { CoinDetail } from './CoinDetail.tsx';

type SpotColumn = Column<SpotAssetRow>;

function amountColumn(t: Translate<'assets'>, key: 'available' | 'held'): SpotColumn {
  return {
    key,
    head: t(key),
    width: 'minmax(100px, 1fr)',
    align: 'end',
    priority: key === 'available' ? 2 : 3,
    sortBy: (row) => row[key],
    cell: (row) => <Amount isOwn value={row[key]} />,
  };
}

function costColumns(t: Translate<'assets'>): SpotColumn[] {
  return [
    {
      key: 'average',
      head: t('cost.average'),
      headNode: <Term name={t('cost.average')} word="averageCost" />,
      width: 'minmax(100px, 1fr)',
      align: 'end',
      priority: 2,
      cell: (row) => <Money isOwn standing="cost" value={row.averageUsdt || null} />,
    },
    {
      key: 'profit',
      head: t('cost.profit'),
      width: 'minmax(130px, 1.2fr)',
      align: 'end',
      card: 'foot',
      sortBy: (row) => row.profitUsdt || null,
      cell: (row) => (
        <span className="assets-profit">
          <span className="assets-card-label">{t('cost.profit')}</span>
          <Money decimals={2} isChange isOwn value={row.profitUsdt || null} />
          {row.profitPercent === '' ? null : <Percent standing="own" value={row.profitPercent} />}
        </span>
      ),
    },
  ];
}

/** Closing out what is too small for an order. */
function Remainder({ row, facts }: { row: SpotAssetRow; facts: DustFacts | null }) {
  const { revalidate } = useRevalidator();
  const dust = facts === null ? null : findDust(facts, row.asset, row.available);
  return dust === null ? null : <CloseOut dust={dust} onDone={() => void revalidate()} />;
}

/** The table. @param empty - stands in place of rows. */
export function SpotBalances(props: { rows: readonly SpotAssetRow[]; empty: ReactNode }) {
  const t = useTexts('assets');
  const locale = useLocale();
  const facts = useDustFacts();
  const [openAsset, setOpenAsset] = useState('');
  const turn = useCallback(
    (row: SpotAssetRow) => setOpenAsset((before) => (before === row.asset ? '' : row.asset)),
    [],
  );
  const columns = useMemo<SpotColumn[]>(
    () => [
      coinColumn(t, locale) as SpotColumn,
      totalColumn(t) as SpotColumn,
      amountColumn(t, 'available'),
      amountColumn(t, 'held'),
      valueColumn(t) as SpotColumn,
      ...costColumns(t),
      {
        key: 'action',
        head: t('trade'),
        headNode: <span className="ui-sr">{t('trade')}</span>,
        width: '150px',
        align: 'end',
        card: 'tool',
        cell: (row) => (
          <span className="assets-deeds">
            <Remainder facts={facts} row={row} />
            <Link className="assets-trade" to={tradeAddress(locale, row.asset)}>
              {t('trade')}
            </Link>
            <IconButton
              aria-expanded={openAsset === row.asset}
              icon={<ChevronDown className="assets-chevron" />}
              label={t('detailsOf', { coin: row.asset })}
              onClick={() => turn(row)}
              size="small"
            />
          </span>
        ),
      },
    ],
    [t, locale, facts, openAsset, turn],
  );
  const detail = useCallback(
    (row: SpotAssetRow) => (row.asset === openAsset ? <CoinDetail row={row} /> : null),
    [openAsset],
  );
  return (
    <DataTable
      columns={columns}
      empty={props.empty}
      label={t('spot')}
      onRowOpen={turn}
      rowDetail={detail}
      rowKey={(row) => row.asset}
      rows={props.rows}
    />
  );
}
