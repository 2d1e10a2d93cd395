// The rows of the list that is chosen, with what stands in their place, what is on its way, and the
// way to older ones.
import type { FillRow, OrderRow } from '@isobath/wire';
import { Button, type Column } from '@isobath/ui';
import { useNavigation, useRevalidator } from 'react-router';
import { useTexts } from '../../../base/texts.tsx';
import { FillsTable } from './FillsTable.tsx';
import { NoneYet, NotLoaded, NothingFound } from './ListStates.tsx';
import { OrdersTable } from './OrdersTable.tsx';
import type { useAddress } from './use-address.ts';
import type { OrderList } from './use-order-list.ts';

/** @param props - failure: why the rows did not come; null when they did. */
export function ShownList(props: {
  address: ReturnType<typeof useAddress>;
  list: OrderList;
  failure: string | null;
  columns: { orders: readonly Column<OrderRow>[]; fills: readonly Column<FillRow>[] };
  hidden: readonly string[];
  onOpen: (row: OrderRow | FillRow) => void;
}) {
  const t = useTexts('assets');
  const isLoading = useNavigation().state === 'loading';
  const { state } = useRevalidator();
  const { address, list, columns, failure } = props;
  const { tab, filter } = address;
  const isFiltered = Object.keys(filter).length > 0;
  const table = {
    empty: isFiltered ? (
      <NothingFound filter={filter} onChange={address.change} onClear={address.clear} />
    ) : (
      <NoneYet tab={tab} />
    ),
    hidden: props.hidden,
    sort: address.sort,
    onSort: address.setSort,
    onOpen: props.onOpen,
  };
  if (failure !== null) {
    const isRetrying = state === 'loading';
    return <NotLoaded code={failure} isRetrying={isRetrying} onRetry={list.readAnew} />;
  }
  return (
    <>
      <div className="history-room">
        {isLoading ? <span aria-hidden="true" className="ui-progress-line" /> : null}
        {tab === 'fills' ? (
          <FillsTable {...table} columns={columns.fills} rows={list.fills} />
        ) : (
          <OrdersTable {...table} columns={columns.orders} rows={list.orders} />
        )}
      </div>
      {list.hasMore ? (
        <Button isPending={list.isLoadingMore} onClick={list.loadMore}>
          {t('orders.more')}
        </Button>
      ) : null}
    </>
  );
}
