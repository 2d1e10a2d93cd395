// Fills in rows, for the page of orders. Not the list below the chart (orders/OrderLists.tsx),
// which has less room. Called by OrdersPage.tsx.
import type { FillRow } from '@isobath/wire';
import { Amount, type Column, Moment, Percent, Price } from '@isobath/ui';
import { useTexts } from '../../../base/texts.tsx';
import { LotAmount } from '../orders/LotAmount.tsx';
import { showPair } from '../orders/order-rows.ts';
import type { DigitsOf } from './order-columns.tsx';
import { SideWord } from './SideWord.tsx';

const coinsOf = (symbol: string) => symbol.toUpperCase().split('_') as [string, string];

/** The columns of fills. */
export function useFillColumns(digitsOf: DigitsOf): readonly Column<FillRow>[] {
  const t = useTexts('assets');
  const words = useTexts('spot');
  return [
    {
      key: 'time',
      head: t('time'),
      width: 'minmax(132px, 1fr)',
      card: 'foot',
      priority: 2,
      sortBy: (row) => String(row.at),
      cell: (row) => <Moment atMs={row.at} />,
    },
    {
      key: 'market',
      head: t('orders.market'),
      width: 'minmax(112px, 1fr)',
      card: 'lead',
      isFixed: true,
      sortBy: (row) => row.symbol,
      sortAs: 'text',
      cell: (row) => (
        <span>
          <b>{showPair(row.symbol)}</b> <SideWord side={row.side} />
        </span>
      ),
    },
    {
      key: 'price',
      head: t('orders.price'),
      width: 'minmax(92px, 1fr)',
      align: 'end',
      card: 'main',
      sortBy: (row) => row.price,
      cell: (row) => <Price decimals={digitsOf(row.symbol)?.priceDecimals} value={row.price} />,
    },
    {
      key: 'quantity',
      head: t('orders.quantity'),
      width: 'minmax(112px, 1fr)',
      align: 'end',
      card: 'sub',
      sortBy: (row) => row.quantity,
      cell: (row) => (
        <LotAmount
          digits={digitsOf(row.symbol)}
          unit={coinsOf(row.symbol)[0]}
          value={row.quantity}
        />
      ),
    },
    {
      key: 'value',
      head: words('orders.value'),
      width: 'minmax(112px, 1fr)',
      align: 'end',
      priority: 2,
      sortBy: (row) => row.quoteAmount,
      cell: (row) => <Amount isOwn unit={coinsOf(row.symbol)[1]} value={row.quoteAmount} />,
    },
    {
      key: 'fee',
      head: t('orders.fee'),
      width: 'minmax(130px, 1fr)',
      align: 'end',
      card: 'side',
      cell: (row) => (
        <span>
          <span className="history-card-only history-quiet">{t('orders.fee')} </span>
          <Amount isOwn standing="cost" unit={row.feeAsset.toUpperCase()} value={row.fee} />
        </span>
      ),
    },
    {
      key: 'feeRate',
      head: words('orders.feeRate'),
      width: 'minmax(84px, 0.6fr)',
      align: 'end',
      priority: 3,
      cell: (row) => <Percent decimals={4} isRate isRatio value={row.feeRate} />,
    },
    {
      key: 'role',
      head: t('orders.role'),
      width: 'minmax(80px, 0.6fr)',
      align: 'end',
      priority: 3,
      cell: (row) => t(row.isMaker ? 'orders.maker' : 'orders.taker'),
    },
  ];
}
