// The controls that narrow the page of orders. Not what they mean (order-filters.ts).
import { SearchSelect, Segmented, Select } from '@isobath/ui';
import { useTexts } from '../../../base/texts.tsx';
import { showPair } from '../orders/order-rows.ts';
import { closedStates, type OrderFilter, type OrderTab, spans } from './order-filters.ts';

/** A press changes one filter of the address; "all" takes it away. */
export function OrderFilters(props: {
  tab: OrderTab;
  filter: OrderFilter;
  /** Markets that can be chosen, by symbol. */
  symbols: readonly string[];
  onChange: (name: 'side' | 'market' | 'days' | 'status', value: string) => void;
}) {
  const t = useTexts('assets');
  const { filter, onChange } = props;
  const all = (label: string) => ({ value: 'all', label: `${label}: ${t('orders.all')}` });
  return (
    <div className="history-filters">
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
      <SearchSelect
        label={t('orders.market')}
        labelPlace="hidden"
        onChange={(value) => onChange('market', value)}
        options={[
          all(t('orders.market')),
          ...props.symbols.map((symbol) => ({ value: symbol, label: showPair(symbol) })),
        ]}
        size="small"
        value={filter.symbol ?? 'all'}
      />
      <Select
        label={t('time')}
        labelPlace="hidden"
        onChange={(value) => onChange('days', value)}
        options={[
          all(t('time')),
          ...spans.map((value) => ({ value, label: t(`overview.span.${value}`) })),
        ]}
        size="small"
        value={filter.span ?? 'all'}
      />
      {props.tab === 'history' ? (
        <Select
          label={t('orders.status')}
          labelPlace="hidden"
          onChange={(value) => onChange('status', value)}
          options={[
            all(t('orders.status')),
            ...closedStates.map((value) => ({ value, label: t(`status.${value}`) })),
          ]}
          size="small"
          value={filter.status ?? 'all'}
        />
      ) : null}
    </div>
  );
}
