// The form's preview and faults, counted anew when form, balances or (four times a second) the
// book change.
import { parseDecimal } from '@isobath/core/math';
import { useMemo } from 'react';
import { createValue, useValue } from '../../../base/value.ts';
import type { OwnList } from '../live/own-store.ts';
import { useTrade } from '../layout/trade-context.ts';
import { checkForm, type FormError } from './checks.ts';
import { type Preview, type PreviewFacts, previewOrder } from './preview.ts';
import type { BalanceRow } from '@isobath/wire';

const everyMs = 250;
const nobody = createValue<OwnList<BalanceRow>>({ state: 'here', rows: [], code: '' });

/** Free units of an asset; null while balances are not known. */
function freeUnits(list: OwnList<BalanceRow>, asset: string, scale: number): bigint | null {
  if (list.state === 'loading') return null;
  const row = list.rows.find((balance) => balance.asset.toUpperCase() === asset);
  return row === undefined ? 0n : parseDecimal(row.available, scale);
}

/** Free balances of the market's two assets, in units; null for a guest or while loading. */
export function useFree(): { baseUnits: bigint | null; quoteUnits: bigint | null } {
  const { own, market } = useTrade();
  const list = useValue(own?.balances ?? nobody);
  return useMemo(() => {
    if (own === null) return { baseUnits: null, quoteUnits: null };
    return {
      baseUnits: freeUnits(list, market.base, market.scales.baseScale),
      quoteUnits: freeUnits(list, market.quote, market.scales.quoteScale),
    };
  }, [own, list, market]);
}

/** A number that rises with the book, at most four times a second. */
function useBookPulse(): number {
  const { room } = useTrade();
  const pulse = useMemo(
    () => ({ read: () => room.book.version, set: () => {}, listen: room.book.listen }),
    [room],
  );
  return useValue(pulse, everyMs);
}

/** What the order costs and what is wrong with it. */
export function usePreview(): {
  preview: Preview | null;
  errors: readonly FormError[];
  facts: PreviewFacts;
} {
  const { market, room, fees, form } = useTrade();
  const free = useFree();
  const pulse = useBookPulse();
  const last = useValue(room.last, everyMs);
  return useMemo(() => {
    const facts: PreviewFacts = {
      market,
      bids: room.book.bids,
      asks: room.book.asks,
      lastTicks: last,
      makerPpm: fees.makerPpm,
      takerPpm: fees.takerPpm,
      ...free,
    };
    const preview = previewOrder(form, facts);
    const errors = checkForm({ state: form, facts, preview, nowMs: Date.now() });
    return { preview, errors, facts };
    // The pulse stands for the book's content, which changes in place.
  }, [form, market, room, fees, free, last, pulse]);
}
