// Markets whose rates are not those of the schedule, at the reader's level. Shown by
// ../FeesPage.tsx.
import { type Column, DataTable, Percent } from '@isobath/ui';
import { useTexts } from '../../../base/texts.tsx';
import { type ExceptionalMarket, showPpm } from './schedule.ts';

/** The table; nothing where all markets have the schedule's rates. */
export function Exceptions(props: { markets: readonly ExceptionalMarket[]; level: number }) {
  const t = useTexts('coins');
  const market = useTexts('market');
  const { markets, level } = props;
  if (markets.length === 0) return null;
  const rate = (key: 'makerPpm' | 'takerPpm'): Column<ExceptionalMarket> => {
    const head = t(key === 'makerPpm' ? 'fees.maker' : 'fees.taker');
    return {
      key,
      head,
      width: 'minmax(90px, 1fr)',
      align: 'end',
      card: key === 'makerPpm' ? 'main' : 'side',
      cell: (row) => (
        <>
          <span className="fees-card-label">{head} </span>
          <Percent decimals={3} isRate value={showPpm(row[key][level] ?? 0)} />
        </>
      ),
    };
  };
  const columns: Column<ExceptionalMarket>[] = [
    {
      key: 'market',
      head: market('market'),
      width: 'minmax(140px, 2fr)',
      card: 'lead',
      cell: ({ symbol }) => symbol.toUpperCase().replace('_', '/'),
    },
    rate('makerPpm'),
    rate('takerPpm'),
  ];
  return (
    <>
      <h2 className="market-subtitle">{t('fees.exceptions')}</h2>
      <p className="market-lead">{t('fees.exceptionsAt', { level })}</p>
      <DataTable
        columns={columns}
        label={t('fees.exceptions')}
        rowKey={({ symbol }) => symbol}
        rows={markets}
      />
    </>
  );
}
