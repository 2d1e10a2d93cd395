// What a loader brought of somebody's money, kept new: the private channel names the newest step of
// this person, and the same reads are asked again with it, so that no answer from before it is ever
// shown; they are asked again as prices move, for only the server says what money is worth.
import type { Client } from '@isobath/sdk';
import type { PrivateEvent } from '@isobath/wire';
import { useEffect, useRef, useState } from 'react';
import { browserClient } from './client.ts';
import { browserLive } from './live.ts';
import { createRefresher } from './refresher.ts';

/** Prices move at any time: what they change is asked for this long after the first of them. */
const PRICES_MS = 1_000;

/** The step that answers must know of; none for a page's first reading. */
export interface Since {
  readonly minSeq?: string;
}

/** What is shown, and since when it is known to be old. */
interface Fresh<TData> {
  readonly data: TData;
  /** When it was last new, null while nothing newer is waited for. */
  readonly staleSinceMs: number | null;
}

interface Kept<TData> {
  /** What the loader had brought when this was read. */
  readonly first: TData;
  readonly data: TData;
}

/**
 * Keep what the loader brought new.
 *
 * @param load - the loader's own reads; the same function at every turn.
 */
export function useFresh<TData>(
  first: TData,
  load: (client: Client, since: Since) => Promise<TData>,
): Fresh<TData> {
  const [kept, setKept] = useState<Kept<TData> | null>(null);
  const [staleSinceMs, setStale] = useState<number | null>(null);
  const newestFirst = useRef(first);
  newestFirst.current = first;
  useEffect(() => {
    let newAtMs = Date.now();
    const refresher = createRefresher({
      load: (minSeq) => load(browserClient(), { minSeq }),
      show: (data) => {
        newAtMs = Date.now();
        setKept({ first: newestFirst.current, data });
      },
      sayLate: (isLate) => setStale(isLate ? newAtMs : null),
    });
    const stop = browserLive().subscribe('private', ({ type, data }) => {
      // A beginning: what came before it is in the tables, and not always in what was loaded.
      if (type === 'snapshot') refresher.report(0);
      else if (type === 'event')
        refresher.report(Number((data as PrivateEvent[]).at(-1)?.step ?? 0));
    });
    let priceTimer: ReturnType<typeof setTimeout> | undefined;
    const stopPrices = browserLive().subscribe('ticker:*', () => {
      // Nobody reads a page that is covered; the next price after it is seen again asks.
      if (priceTimer !== undefined || document.hidden) return;
      priceTimer = setTimeout(() => {
        priceTimer = undefined;
        refresher.report(0);
      }, PRICES_MS);
    });
    return () => {
      stop();
      stopPrices();
      clearTimeout(priceTimer);
      refresher.stop();
    };
  }, [load]);
  const isKept = kept !== null && kept.first === first;
  return { data: isKept ? kept.data : first, staleSinceMs };
}
