// The form's preview and faults, counted anew when form, balances or (four times a second) the
// book change; and what the person has. Not the sums (preview.ts, checks.ts). Called by the form.
import { calculateUnitsPerLot, calculateUnitsPerTickLot, parseDecimal } from '@isobath/core/math';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { readSetting } from '../../../base/settings.ts';
import { largeSetting } from '../../../base/trade/confirm.ts';
import { createValue, useValue } from '../../../base/value.ts';
import { isArmed } from '../keys/armed.ts';
import type { OwnList } from '../live/own-store.ts';
import { useTrade } from '../layout/trade-context.ts';
import { checkForm, type FormError } from './checks.ts';
import { type Preview, type PreviewFacts, previewOrder } from './preview.ts';
import { isAboveShare } from './risk.ts';
import type { BalanceRow } from '@isobath/wire';

const everyMs = 250;
const nobody = createValue<OwnList<BalanceRow>>({ state: 'here', rows: [], code: '' });

/** Free units of an asset; null while balances are not known. */
function freeUnits(list: OwnList<BalanceRow>, asset: string, scale: number): bigint | null {
  // What did not load is not nothing.
  if (list.state !== 'here' && list.rows.length === 0) return null;
  const row = list.rows.find((balance) => balance.asset.toUpperCase() === asset);
  return row === undefined ? 0n : parseDecimal(row.available, scale);
}

/** Free balances of the market's two assets, in units; null for a guest or while unknown. */
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

/** What the person has of the market's two assets, held or free, in quote at the last price. */
export function useEquity(): () => bigint | null {
  const { own, market, room } = useTrade();
  return () => {
    const list = own?.balances.read() ?? null;
    const lastTicks = room.last.read();
    if (list === null || list.state !== 'here' || lastTicks === 0) return null;
    const total = (asset: string, scale: number) => {
      const row = list.rows.find((balance) => balance.asset.toUpperCase() === asset);
      if (row === undefined) return 0n;
      return parseDecimal(row.available, scale) + parseDecimal(row.held, scale);
    };
    const lots = total(market.base, market.scales.baseScale) / calculateUnitsPerLot(market.scales);
    const worth = lots * BigInt(lastTicks) * calculateUnitsPerTickLot(market.scales);
    return worth + total(market.quote, market.scales.quoteScale);
  };
}

/** The share, in per cent, that an order must not pass without a question and does; else null. */
export function useLargeShare(): (valueUnits: bigint) => number | null {
  const readEquity = useEquity();
  return (valueUnits) => {
    const percent = readSetting(largeSetting);
    const equityUnits = readEquity();
    // Nothing can be said of a share of what is not known.
    if (equityUnits === null || isArmed()) return null;
    return isAboveShare(valueUnits, equityUnits, percent) ? percent : null;
  };
}

/** What the form shows of an order. */
interface Looked {
  readonly preview: Preview | null;
  readonly errors: readonly FormError[];
}

/** The same text means the same picture: the form is drawn anew only when a figure changes. */
function fingerprint(looked: Looked): string {
  return JSON.stringify(looked, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}

/** What the order costs and what is wrong with it; follows the book four times a second. */
export function usePreview(): Looked {
  const { market, room, fees, form } = useTrade();
  const free = useFree();
  const look = useCallback((): Looked => {
    const facts: PreviewFacts = {
      market,
      bids: room.book.bids,
      asks: room.book.asks,
      lastTicks: room.last.read(),
      makerPpm: fees.makerPpm,
      takerPpm: fees.takerPpm,
      ...free,
    };
    const preview = previewOrder(form, facts);
    return { preview, errors: checkForm({ state: form, facts, preview, nowMs: Date.now() }) };
  }, [form, market, room, fees, free]);
  const store = useMemo(() => {
    let shown = look();
    let print = fingerprint(shown);
    return {
      read: () => shown,
      listen(onChange: () => void) {
        const timer = setInterval(() => {
          const next = look();
          const nextPrint = fingerprint(next);
          if (nextPrint === print) return;
          shown = next;
          print = nextPrint;
          onChange();
        }, everyMs);
        return () => clearInterval(timer);
      },
    };
  }, [look]);
  return useSyncExternalStore(store.listen, store.read, store.read);
}
