// Rate and VIP level of one own fill. The private channel tells a fill at once and without them, so
// a fill that came that way is asked for when somebody looks at it.
import { type FillRow, spotRoutes } from '@isobath/wire';
import { useEffect, useState } from 'react';
import { browserClient } from '../../../base/client.ts';

/** Both are absent while they are not known. */
export type FeeTerms = Pick<FillRow, 'feeRate' | 'vipLevel'>;

const fillsMax = '200';

/** What the fee was made with; empty while it is not known. */
export function useFeeTerms(fill: FillRow): FeeTerms {
  const [found, setFound] = useState<FeeTerms>({});
  const { orderId, tradeId, symbol } = fill;
  const isKnown = fill.feeRate !== undefined;
  useEffect(() => {
    if (isKnown) return;
    const leave = new AbortController();
    const query = { orderId, symbol, limit: fillsMax };
    browserClient()
      .call(spotRoutes.fills, { query, signal: leave.signal })
      .then(({ rows }) => setFound(rows.find((row) => row.tradeId === tradeId) ?? {}))
      // The rest of the fill stands there; these two stay unknown.
      .catch(() => {});
    return () => leave.abort();
  }, [isKnown, orderId, tradeId, symbol]);
  return isKnown ? fill : found;
}
