// Reads a list page by page: the first rows, and older ones behind the cursor that came with them.
// Not what stands around it (RecordsPage.tsx). Called by pages of records.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { codeOf, describeFailure } from '../failures.ts';
import { type ReadKey, readOptions, useQueries } from '../query.ts';
import { useTexts } from '../texts.tsx';

/** Some rows, in whatever form, and where the next ones begin. */
export interface RecordPage {
  /** "" when these were the last. */
  readonly nextCursor: string;
}

/** Why rows are not there, in the reader's language. */
export interface RecordFailure {
  readonly text: string;
  /** The number of the refusal; undefined when no answer came. */
  readonly code: string | undefined;
}

/** The rows read so far, and what can be asked for. */
export interface Records<TPage> {
  /** null until the first answer. */
  readonly pages: readonly TPage[] | null;
  readonly failure: RecordFailure | null;
  readonly isReading: boolean;
  /** When what is shown was read, as long as it could not be read again; else null. */
  readonly staleSinceMs: number | null;
  readonly hasMore: boolean;
  readonly isReadingMore: boolean;
  /** Why older rows did not come; those before them stand. */
  readonly moreFailure: RecordFailure | null;
  readonly readMore: () => void;
  readonly reload: () => void;
}

const numbers = new WeakMap<object, number>();
let pagesCount = 0;

/** A number for each first page that a loader brought: what is read behind it belongs to it. */
function numberOf(first: object | undefined): number {
  if (first === undefined) return 0;
  const known = numbers.get(first);
  if (known !== undefined) return known;
  pagesCount += 1;
  numbers.set(first, pagesCount);
  return pagesCount;
}

/**
 * Read a list. Rows of the last filters stay until those of the next have come.
 *
 * @param request - key: the list and its filters; load: one page of it, "" is the first; first: the
 *   page that a route's loader brought, which is not read again here: another one begins anew.
 */
export function useRecords<TPage extends RecordPage>(request: {
  key: ReadKey;
  load: (cursor: string, signal: AbortSignal) => Promise<TPage>;
  first?: TPage | undefined;
}): Records<TPage> {
  const t = useTexts('kit');
  const { key, load, first } = request;
  const query = useInfiniteQuery(
    {
      ...readOptions,
      queryKey: [...key, numberOf(first)],
      queryFn: ({ pageParam, signal }) => load(pageParam, signal),
      initialPageParam: '',
      getNextPageParam: ({ nextCursor }) => (nextCursor === '' ? undefined : nextCursor),
      ...(first === undefined
        ? { placeholderData: keepPreviousData }
        : {
            initialData: { pages: [first], pageParams: [''] },
            staleTime: Number.POSITIVE_INFINITY,
          }),
    },
    useQueries(),
  );
  const { data, error, isFetchingNextPage, isFetchNextPageError } = query;
  const failure = error === null ? null : { text: describeFailure(error, t), code: codeOf(error) };
  const isOld = failure !== null && !isFetchNextPageError && data !== undefined;
  return {
    pages: data?.pages ?? null,
    failure: isFetchNextPageError ? null : failure,
    isReading: query.isFetching && !isFetchingNextPage,
    staleSinceMs: isOld ? query.dataUpdatedAt : null,
    hasMore: query.hasNextPage,
    isReadingMore: isFetchingNextPage,
    moreFailure: isFetchNextPageError ? failure : null,
    readMore: () => void query.fetchNextPage(),
    reload: () => void query.refetch(),
  };
}
