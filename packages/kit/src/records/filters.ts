// What narrows a list of records, as the address of its page has it. Pure; not the controls
// (FilterBar.tsx).

/** The address of a page, and the way to change it. */
export interface PageParams {
  /** What the page shows. */
  readonly shown: URLSearchParams;
  /** What was asked for last: the same, unless its rows are still on their way. */
  readonly requested: URLSearchParams;
  /** Change what was asked for last, in place of it in the history. */
  readonly turn: (change: (params: URLSearchParams) => void) => void;
}

/** A value of a filter. */
export interface FilterOption {
  readonly value: string;
  readonly label: string;
}

/** One filter: what is not among its options hides nothing. */
export interface RecordFilter {
  /** Its name in the address. */
  readonly name: string;
  readonly label: string;
  readonly options: readonly FilterOption[];
  /** A list of choices when absent; `search`: a long one; `row`: a few beside each other. */
  readonly kind?: 'search' | 'row';
}

/** A filter that hides something now. */
export interface FilterInForce extends FilterOption {
  readonly name: string;
}

/** What an address says of a filter. */
export function readFilter(
  filter: RecordFilter,
  params: URLSearchParams,
): FilterOption | undefined {
  const value = params.get(filter.name);
  return filter.options.find((option) => option.value === value);
}

/** A value with the name of its filter: two filters may have the same values. */
export function nameOption(filter: RecordFilter, option: FilterOption): FilterOption {
  return filter.kind === 'row' ? option : { ...option, label: `${filter.label}: ${option.label}` };
}

/** The filters that hide something, in their order. */
export function listInForce(
  filters: readonly RecordFilter[],
  params: URLSearchParams,
): readonly FilterInForce[] {
  return filters.flatMap((filter) => {
    const option = readFilter(filter, params);
    return option === undefined ? [] : [{ ...nameOption(filter, option), name: filter.name }];
  });
}

/** Take filters away. */
export function clearFilters(filters: readonly RecordFilter[], params: URLSearchParams): void {
  for (const { name } of filters) params.delete(name);
}
