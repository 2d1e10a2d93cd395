// The list, its filters and its sorting as the address of the page has them; what changes them.
import type { TableSort } from '@isobath/ui';
import { useRequestedParams } from '../../../base/requested-params.ts';
import { filterNames, readFilter, readSort } from './order-filters.ts';

/** What is asked for, and how to ask for something else. */
export function useAddress() {
  const { shown, requested, turn } = useRequestedParams();
  return {
    ...readFilter(shown),
    sort: readSort(shown),
    /** List and filters of the last press, for the controls: rows may still be on their way. */
    requested: readFilter(requested),
    /** Change the list or one filter; "all" takes it away. */
    change: (name: string, value: string) =>
      turn((before) => {
        if (value === 'all') before.delete(name);
        else before.set(name, value);
        // The columns of the lists differ, and so do the states of their orders.
        if (name === 'tab') for (const each of ['sort', 'status']) before.delete(each);
      }),
    clear: () =>
      turn((before) => {
        for (const name of filterNames) before.delete(name);
      }),
    setSort: (sort: TableSort | null) =>
      turn((before) => {
        if (sort === null) before.delete('sort');
        else before.set('sort', `${sort.key}.${sort.direction}`);
      }),
  };
}
