// What a part of a page reads: one call or several behind a key, with the answer, the failure and
// reading again. Old data stays while new comes; what nobody shows any more is ended and forgotten.
// Not writes (money/), nor what a feed brings. Built on TanStack Query, which only pages that read
// this way load.
import { NetworkError } from '@isobath/sdk';
import { QueryClient, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';

/** An answer on its way, here, or failed. */
export interface Read<TData> {
  /** What was read last; null until the first answer. */
  readonly data: TData | null;
  /** Why the last read failed, null when it did not. */
  readonly failure: unknown;
  readonly isReading: boolean;
  /** When `data` was read, 0 = never. */
  readonly readAtMs: number;
  /** Read again. */
  readonly reload: () => void;
  /** Put an answer in that another call brought. */
  readonly set: (data: TData) => void;
}

/** Names what is read: the list or thing first, then what narrows it. */
export type ReadKey = readonly (string | number | boolean)[];

const againAfterMs = 500;

/** A read that got no answer is asked once more; a refusal is an answer. */
export const readOptions = {
  gcTime: 0,
  networkMode: 'always',
  retry: (failuresCount: number, failure: unknown) =>
    failure instanceof NetworkError && failuresCount === 0,
  retryDelay: againAfterMs,
} as const;

let pageQueries: QueryClient | null = null;

/** The page's own in a browser; on the server one for each part, so that nobody sees another's. */
function makeQueries(): QueryClient {
  if (typeof document === 'undefined') return new QueryClient();
  pageQueries ??= new QueryClient();
  return pageQueries;
}

/** The store of what was read. */
export function useQueries(): QueryClient {
  return useState(makeQueries)[0];
}

/**
 * Read something, and again whenever `key` changes or the reader comes back to the page. Two parts
 * with one key share one read.
 *
 * @param load - makes the calls, which end with the signal.
 * @param options - everyMs: read again so often while the page is seen; isOnce: only `reload` reads
 *   again, for what a form begins with.
 */
export function useRead<TData>(
  key: ReadKey,
  load: (signal: AbortSignal) => Promise<TData>,
  { everyMs = 0, isOnce = false }: { everyMs?: number; isOnce?: boolean } = {},
): Read<TData> {
  const queries = useQueries();
  const query = useQuery<TData>(
    {
      ...readOptions,
      queryKey: key,
      queryFn: ({ signal }) => load(signal),
      refetchInterval: everyMs === 0 ? false : everyMs,
      staleTime: isOnce ? Number.POSITIVE_INFINITY : 0,
    },
    queries,
  );
  const { refetch } = query;
  const reload = useCallback(() => void refetch(), [refetch]);
  return {
    data: query.data ?? null,
    failure: query.error,
    isReading: query.isFetching,
    readAtMs: query.dataUpdatedAt,
    reload,
    set: (data) => void queries.setQueryData<TData>(key, () => data),
  };
}
