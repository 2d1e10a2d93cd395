// Pages of records that are read newest first. Called by the readers of deposits, withdrawals and
// saved addresses.
import type { CapitalRecord } from '@isobath/wire';
import type { SqlValue } from '../../base/db/index.ts';

/** Which rows are asked for. */
export interface RecordFilter {
  readonly coinId?: number | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Part of an address, a hash or a client id. */
  readonly text?: string | undefined;
  /** Only rows below this number. */
  readonly cursor?: string | undefined;
  /** Not so many of the newest ones. */
  readonly offset?: number | undefined;
  readonly limit: number;
}

/** Which rows a person asks for. */
export type AskedRecords = RecordFilter & { readonly status?: number | undefined };

/** A page. */
export interface Page<TShown> {
  readonly rows: TShown[];
  /** "" behind the last one. */
  readonly nextCursor: string;
}

/** A page of records. */
export type RecordPage = Page<CapitalRecord>;

/**
 * What a filter is for a statement: owner, coin, from, to, text, cursor, one row more than the
 * page has, and how many are left out; in this order from the first parameter on.
 */
export function listFilterValues(ownerId: number, filter: RecordFilter): readonly SqlValue[] {
  return [
    ownerId,
    filter.coinId ?? null,
    filter.from ?? null,
    filter.to ?? null,
    (filter.text ?? '').toLowerCase(),
    filter.cursor ?? null,
    filter.limit + 1,
    filter.offset ?? 0,
  ];
}

/** Make a page of rows that were read for it, of which there may be one more. */
export function makePage<TRow, TShown>(
  rows: readonly TRow[],
  limit: number,
  { show, idOf }: { readonly show: (row: TRow) => TShown; readonly idOf: (row: TRow) => number },
): Page<TShown> {
  const own = rows.slice(0, limit);
  const last = own.at(-1);
  const isMore = rows.length > limit && last !== undefined;
  return { rows: own.map(show), nextCursor: isMore ? String(idOf(last)) : '' };
}
