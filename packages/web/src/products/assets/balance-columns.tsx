// Columns that every table of balances has. Used by Balances.tsx and spot/SpotBalances.tsx.
import type { AssetRow } from '@isobath/wire';
import { Amount, CoinIcon, type Column, Money } from '@isobath/ui';
import { Link } from 'react-router';
import type { Translate } from '../../base/texts.tsx';

/** The coin with its name; leads to its page. */
export function coinColumn(t: Translate<'assets'>, locale: string): Column<AssetRow> {
  return {
    key: 'asset',
    head: t('coin'),
    width: 'minmax(130px, 1.4fr)',
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
  };
}

/** How much of it there is. */
export function totalColumn(t: Translate<'assets'>): Column<AssetRow> {
  return {
    key: 'total',
    head: t('amount'),
    width: 'minmax(110px, 1fr)',
    align: 'end',
    card: 'main',
    sortBy: (row) => row.total,
    cell: (row) => <Amount isOwn value={row.total} />,
  };
}

/** What it is worth. */
export function valueColumn(t: Translate<'assets'>): Column<AssetRow> {
  return {
    key: 'value',
    head: t('value'),
    width: 'minmax(110px, 1fr)',
    align: 'end',
    card: 'side',
    sortBy: (row) => row.valueUsdt || null,
    cell: (row) => (
      <Money decimals={2} isOwn standing="own" unit="USDT" value={row.valueUsdt || null} />
    ),
  };
}

/** Where the coin trades. */
export function tradeAddress(locale: string, asset: string): string {
  const base = asset === 'USDT' ? 'btc' : asset.toLowerCase();
  return `/${locale}/trade/exchange/?tradeCode=${base}_usdt`;
}
