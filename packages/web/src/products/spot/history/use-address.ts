// The list, its filters and its sorting as the address of the page has them; what changes them.
import type { RecordFilter } from '@isobath/kit';
import type { TableSort } from '@isobath/ui';
import { useRequestedParams } from '../../../base/requested-params.ts';
import { useTexts } from '../../../base/texts.tsx';
import { orderTypes, showPair } from '../orders/order-rows.ts';
import { type FilterName, readFilter, readSort, spans, statesOf } from './order-filters.ts';

/** What is asked for, and how to ask for something else. */
export function useAddress() {
  const params = useRequestedParams();
  const { shown, requested, turn } = params;
  return {
    ...readFilter(shown),
    sort: readSort(shown),
    params,
    /** The list of the last press; its rows may still be on their way. */
    requestedTab: readFilter(requested).tab,
    chooseTab: (tab: string) =>
      turn((before) => {
        before.set('tab', tab);
        // The columns of the lists differ, and so do the states of their orders.
        for (const each of ['sort', 'status']) before.delete(each);
      }),
    setSort: (sort: TableSort | null) =>
      turn((before) => {
        if (sort === null) before.delete('sort');
        else before.set('sort', `${sort.key}.${sort.direction}`);
      }),
  };
}

/** The filters of the list that is asked for. @param symbols - markets that can be chosen. */
export function useOrderFilters(
  { params, requestedTab }: ReturnType<typeof useAddress>,
  symbols: readonly string[],
): readonly RecordFilter[] {
  const t = useTexts('assets');
  const words = useTexts('spot');
  // A market that is no more can be asked for all the same.
  const { symbol } = readFilter(params.requested).filter;
  const markets = symbol === undefined || symbols.includes(symbol) ? symbols : [...symbols, symbol];
  const states = statesOf[requestedTab].map((status) => ({
    value: status,
    label: words(`status.${status}`),
  }));
  const all: readonly (RecordFilter & { readonly name: FilterName })[] = [
    {
      name: 'side',
      label: t('orders.side'),
      kind: 'row',
      options: (['buy', 'sell'] as const).map((value) => ({ value, label: t(`orders.${value}`) })),
    },
    {
      name: 'market',
      label: t('orders.market'),
      kind: 'search',
      options: markets.map((value) => ({ value, label: showPair(value) })),
    },
    {
      name: 'type',
      label: t('orders.type'),
      options: orderTypes.map((value) => ({ value, label: words(`kind.${value}`) })),
    },
    {
      name: 'days',
      label: t('time'),
      options: spans.map((value) => ({ value, label: t(`overview.span.${value}`) })),
    },
    { name: 'status', label: t('orders.status'), options: states },
  ];
  return all.filter(({ options }) => options.length > 0);
}
