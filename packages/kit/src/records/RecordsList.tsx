// The rows of a list with every state: on their way, none yet, hidden by filters, failed, old, and
// the way to older ones. On a page of its own (RecordsPage.tsx) or in a panel.
import {
  Button,
  DataTable,
  type DataTableProps,
  EmptyState,
  ErrorState,
  FilteredState,
} from '@isobath/ui';
import type { ComponentProps } from 'react';
import { useTexts } from '../texts.tsx';
import { clearFilters, listInForce, type PageParams, type RecordFilter } from './filters.ts';
import type { RecordPage, Records } from './use-records.ts';
import './records.css';

/** What the list is told of its rows. */
export type RecordsState = Omit<Records<RecordPage>, 'pages'>;

/** What a list of records takes. */
export interface RecordsListProps<TRow> {
  readonly state: RecordsState;
  /** null until the first answer. */
  readonly rows: readonly TRow[] | null;
  /** The table but for its rows and states. */
  readonly table: Omit<DataTableProps<TRow>, 'rows' | 'empty' | 'skeletonRows'>;
  /** In place of rows when there are none at all: what would stand here, and the way to it. */
  readonly empty: ComponentProps<typeof EmptyState>;
  /** Filters of the page's address, for lists that have some. */
  readonly filters?: readonly RecordFilter[] | undefined;
  readonly params?: PageParams | undefined;
}

const skeletonRows = 4;

/** In place of rows. */
function NoRows<TRow>(props: RecordsListProps<TRow>) {
  const { filters = [], params } = props;
  if (params === undefined) return <EmptyState {...props.empty} />;
  const inForce = listInForce(filters, params.shown);
  if (inForce.length === 0) return <EmptyState {...props.empty} />;
  return (
    <FilteredState
      filters={inForce.map(({ name, label }) => ({
        key: name,
        label,
        onRemove: () => params.turn((next) => next.delete(name)),
      }))}
      label={props.table.label}
      onClearAll={() => params.turn((next) => clearFilters(filters, next))}
    />
  );
}

/** The list. */
export function RecordsList<TRow>(props: RecordsListProps<TRow>) {
  const t = useTexts('kit');
  const { rows, state } = props;
  const { failure, moreFailure } = state;
  if (failure !== null && (rows === null || state.staleSinceMs === null)) {
    return (
      <ErrorState
        code={failure.code}
        isRetrying={state.isReading}
        onRetry={state.reload}
        size="small"
        text={failure.text}
        title={t('failed.list')}
      />
    );
  }
  return (
    <>
      <div className="records-list">
        {state.isReading && rows !== null ? (
          <span aria-hidden="true" className="ui-progress-line" />
        ) : null}
        <DataTable
          {...props.table}
          empty={<NoRows {...props} />}
          rows={rows ?? []}
          skeletonRows={rows === null ? skeletonRows : undefined}
        />
      </div>
      {moreFailure === null ? null : (
        <ErrorState
          code={moreFailure.code}
          isRetrying={state.isReadingMore}
          onRetry={state.readMore}
          size="small"
          text={moreFailure.text}
          title={t('failed.list')}
        />
      )}
      {state.hasMore && moreFailure === null ? (
        <Button isPending={state.isReadingMore} onClick={state.readMore}>
          {t('more')}
        </Button>
      ) : null}
    </>
  );
}
