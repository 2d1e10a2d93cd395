// What can be done with all rows that are shown: cancel them, save them as a file.
import { downloadCsv, useTexts } from '@isobath/kit';
import { Button } from '@isobath/ui';
import { CancelEverything } from './CancelEverything.tsx';
import type { Requested } from './orders-page.ts';
import type { OrderList } from './use-order-list.ts';

/** The deeds of a list; none stands there without rows. */
export function ListTools(props: { requested: Requested; list: OrderList }) {
  const t = useTexts('kit');
  const { requested, list } = props;
  const { tab, filter } = requested;
  const rows = tab === 'fills' ? list.fills : list.orders;
  const isOpenTab = tab === 'open' || tab === 'conditional';
  // One call takes all of a market; what is narrowed further is named order by order.
  const { symbol, ...narrower } = filter;
  const isWhole = tab === 'open' && Object.keys(narrower).length === 0;
  return (
    <>
      {isOpenTab && rows.length > 1 ? (
        <CancelEverything
          onDone={list.noteAction}
          orderIds={isWhole ? null : list.orders.map(({ orderId }) => orderId)}
          symbol={symbol}
        />
      ) : null}
      {rows.length === 0 ? null : (
        <Button
          onClick={() => downloadCsv(`isobath-${tab}.csv`, rows)}
          size="small"
          variant="quiet"
        >
          {t('file')}
        </Button>
      )}
    </>
  );
}
