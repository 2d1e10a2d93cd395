// The sums of a posting by coin, which the server says as "USDT 1250.5, BTC 2", written like all
// amounts.
import { Amount } from '@isobath/ui';
import { Fragment } from 'react';

/** Each sum with its coin. */
export function Sums({ totals }: { totals: string }) {
  return totals.split(', ').map((total, index) => {
    const [coin = '', amount = ''] = total.split(' ');
    return (
      <Fragment key={coin}>
        {index === 0 ? null : ', '}
        <Amount unit={coin} value={amount} />
      </Fragment>
    );
  });
}
