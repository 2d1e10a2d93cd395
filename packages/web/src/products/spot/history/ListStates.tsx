// What stands in place of rows: nothing yet, nothing that the filters let through, a list that did
// not load.
import { EmptyState, ErrorState, FilteredState } from '@isobath/ui';
import { ButtonLink } from '../../../base/ButtonLink.tsx';
import { useTradePath } from '../../../base/last-markets.ts';
import { useLocale, useTexts } from '../../../base/texts.tsx';
import { ToHelp } from '../../../base/NextSteps.tsx';
import type { FilterName, OrderFilter, OrderTab } from './order-filters.ts';
import { useFilterWords } from './OrderFilters.tsx';

/** Filters hide everything: each can be taken away by itself. */
export function NothingFound(props: {
  filter: OrderFilter;
  onChange: (name: FilterName, value: string) => void;
  onClear: () => void;
}) {
  const t = useTexts('assets');
  const words = useFilterWords(props.filter);
  return (
    <FilteredState
      filters={words.map(({ key, label }) => ({
        key,
        label,
        onRemove: () => props.onChange(key, 'all'),
      }))}
      label={t('orders.title')}
      onClearAll={props.onClear}
    />
  );
}

const titles = {
  open: 'orders.none',
  conditional: 'orders.noneConditional',
  history: 'orders.noHistory',
  fills: 'orders.noFills',
} as const;

/** Nothing is here yet: what would stand here, and the way to it. */
export function NoneYet(props: { tab: OrderTab }) {
  const t = useTexts('assets');
  const words = useTexts('spot');
  const locale = useLocale();
  const tradePath = useTradePath();
  return (
    <EmptyState
      actions={
        <>
          <ButtonLink to={`/${locale}/${tradePath}`} variant="primary">
            {t('orders.goTrade')}
          </ButtonLink>
          <ToHelp />
        </>
      }
      drawing="hook"
      text={props.tab === 'conditional' ? words('orders.noneConditionalText') : undefined}
      title={words(titles[props.tab])}
    />
  );
}

/** The list did not load: why, and once more. */
export function NotLoaded(props: { code: string; isRetrying: boolean; onRetry: () => void }) {
  const t = useTexts('spot');
  return (
    <ErrorState
      code={props.code}
      isRetrying={props.isRetrying}
      onRetry={props.onRetry}
      title={t('orders.failed')}
    />
  );
}
