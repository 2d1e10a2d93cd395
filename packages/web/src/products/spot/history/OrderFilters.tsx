// The controls that narrow the page of orders: in a row, on a phone in a sheet. Not what they mean
// (order-filters.ts).
import {
  BottomSheet,
  Button,
  SearchSelect,
  Segmented,
  Select,
  SlidersHorizontal,
} from '@isobath/ui';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../../base/texts.tsx';
import { orderTypes, showPair } from '../orders/order-rows.ts';
import {
  type FilterName,
  type OrderFilter,
  type OrderTab,
  spans,
  statesOf,
} from './order-filters.ts';

/** What the controls show and change. */
export interface FilterProps {
  readonly tab: OrderTab;
  readonly filter: OrderFilter;
  /** Markets that can be chosen, by symbol. */
  readonly symbols: readonly string[];
  /** A press changes one filter of the address; "all" takes it away. */
  readonly onChange: (name: FilterName, value: string) => void;
}

/** Names of the filters in force, as chips and counts show them. */
export function useFilterWords(filter: OrderFilter): readonly { key: FilterName; label: string }[] {
  const t = useTexts('assets');
  const words = useTexts('spot');
  const { side, symbol, type, span, status } = filter;
  return [
    side === undefined ? null : { key: 'side' as const, label: t(`orders.${side}`) },
    symbol === undefined ? null : { key: 'market' as const, label: showPair(symbol) },
    type === undefined ? null : { key: 'type' as const, label: words(`kind.${type}`) },
    span === undefined ? null : { key: 'days' as const, label: t(`overview.span.${span}`) },
    status === undefined ? null : { key: 'status' as const, label: words(`status.${status}`) },
  ].filter((word) => word !== null);
}

function Controls(props: FilterProps) {
  const t = useTexts('assets');
  const words = useTexts('spot');
  const { filter, onChange } = props;
  const states = statesOf[props.tab];
  const chosen = {
    side: filter.side,
    market: filter.symbol,
    type: filter.type,
    days: filter.span,
    status: filter.status,
  };
  const all = (label: string) => ({ value: 'all', label: `${label}: ${t('orders.all')}` });
  const select = (name: FilterName, label: string, options: { value: string; label: string }[]) => {
    const Control = name === 'market' ? SearchSelect : Select;
    return (
      <Control
        label={label}
        labelPlace="hidden"
        onChange={(next: string) => onChange(name, next)}
        options={[all(label), ...options]}
        size="small"
        value={chosen[name] ?? 'all'}
      />
    );
  };
  return (
    <>
      <Segmented
        label={t('orders.side')}
        onChange={(value) => onChange('side', value)}
        options={[
          { value: 'all', label: t('orders.all') },
          { value: 'buy', label: t('orders.buy') },
          { value: 'sell', label: t('orders.sell') },
        ]}
        size="small"
        value={filter.side ?? 'all'}
      />
      {select(
        'market',
        t('orders.market'),
        props.symbols.map((symbol) => ({ value: symbol, label: showPair(symbol) })),
      )}
      {select(
        'type',
        t('orders.type'),
        orderTypes.map((type) => ({ value: type, label: words(`kind.${type}`) })),
      )}
      {select(
        'days',
        t('time'),
        spans.map((span) => ({ value: span, label: t(`overview.span.${span}`) })),
      )}
      {states.length === 0
        ? null
        : select(
            'status',
            t('orders.status'),
            states.map((status) => ({ value: status, label: words(`status.${status}`) })),
          )}
    </>
  );
}

/**
 * @param props - count: how many rows the filters let through, as it is shown; tools: what stands
 *   beside the button of the sheet on a phone.
 */
export function OrderFilters(props: FilterProps & { count: string; tools: ReactNode }) {
  const t = useTexts('spot');
  const [isOpen, setOpen] = useState(false);
  const inForce = Object.keys(props.filter).length;
  return (
    <>
      <div className="history-filters">
        <Controls {...props} />
      </div>
      <div className="history-filters-phone">
        <Button icon={<SlidersHorizontal />} onClick={() => setOpen(true)} variant="quiet">
          {t('orders.filters')}
          {inForce === 0 ? null : <span className="ui-tab-count">{inForce}</span>}
        </Button>
        {props.tools}
        <BottomSheet
          foot={
            <Button isFull onClick={() => setOpen(false)} variant="primary">
              {t('orders.showFound', { count: props.count })}
            </Button>
          }
          isOpen={isOpen}
          onOpenChange={setOpen}
          title={t('orders.filters')}
        >
          <div className="history-sheet">
            <Controls {...props} />
          </div>
        </BottomSheet>
      </div>
    </>
  );
}
