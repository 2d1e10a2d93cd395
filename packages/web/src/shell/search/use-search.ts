// What the search popup asks: popular markets once, results 300 ms after the last key.
// An empty keyword asks nothing; an answer that comes too late is dropped.
import { type FoundSpot, type SearchAnswer, searchRoutes } from '@isobath/wire';
import { useEffect, useState } from 'react';
import { browserClient } from '../../base/client.ts';

const debounceMs = 300;

/** Asks for markets many people choose. */
export const askPopular = (signal: AbortSignal): Promise<FoundSpot[]> =>
  browserClient().call(searchRoutes.popular, { signal });

/** What a search is at. */
export type SearchState =
  | { readonly kind: 'none' }
  | { readonly kind: 'waiting'; readonly answer: SearchAnswer | null }
  | { readonly kind: 'found'; readonly answer: SearchAnswer }
  | { readonly kind: 'failed' };

/** Search for a keyword as it is typed; `again` asks once more after a failure. */
export function useSearch(typed: string): { state: SearchState; again: () => void } {
  const keyword = typed.trim();
  const [state, setState] = useState<SearchState>({ kind: 'none' });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (keyword === '') {
      setState({ kind: 'none' });
      return;
    }
    const leave = new AbortController();
    setState((before) => ({
      kind: 'waiting',
      answer: before.kind === 'found' ? before.answer : null,
    }));
    const timer = setTimeout(() => {
      browserClient()
        .call(searchRoutes.search, { query: { keyword }, signal: leave.signal })
        .then((answer) => setState({ kind: 'found', answer }))
        .catch(() => {
          if (!leave.signal.aborted) setState({ kind: 'failed' });
        });
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      leave.abort();
    };
  }, [keyword, tries]);
  return { state, again: () => setTries((count) => count + 1) };
}
