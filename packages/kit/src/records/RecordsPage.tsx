// A page of records: its title, its lists as tabs, filters that stand in the address, the way to a
// file, and the rows. Every list of what happened stands on it. Not where rows come from
// (use-records.ts, or a loader).
import { OfflineBar, Tabs } from '@isobath/ui';
import type { ReactNode } from 'react';
import { FilterBar } from './FilterBar.tsx';
import type { PageParams, RecordFilter } from './filters.ts';
import { RecordsList, type RecordsListProps } from './RecordsList.tsx';

/** Several lists on one page, and which of them is asked for. */
export interface RecordTabs {
  readonly tabs: readonly { value: string; label: string }[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/**
 * The page.
 *
 * @param props - actions: of the page, beside its title; tools: of the rows, such as the file of
 *   them; columnTools: beside those, only where there are columns; staleSinceMs: when the rows were
 *   last true, as long as they may be old.
 */
export function RecordsPage<TRow>(
  props: RecordsListProps<TRow> & {
    title: string;
    filters: readonly RecordFilter[];
    params: PageParams;
    actions?: ReactNode;
    tools?: ReactNode;
    columnTools?: ReactNode;
    tabs?: RecordTabs | undefined;
    staleSinceMs?: number | null | undefined;
    children?: ReactNode;
  },
) {
  const { tabs, rows, state } = props;
  const body = (
    <>
      <FilterBar
        count={`${rows?.length ?? 0}${state.hasMore ? '+' : ''}`}
        filters={props.filters}
        isToolsElsewhere={tabs !== undefined}
        params={props.params}
        tools={props.tools}
      />
      <RecordsList {...props} />
    </>
  );
  return (
    <main className="records-page">
      <OfflineBar sinceMs={props.staleSinceMs ?? state.staleSinceMs} />
      <div className="records-head">
        <h1 className="records-title">{props.title}</h1>
        {props.actions}
      </div>
      {tabs === undefined ? (
        <div>{body}</div>
      ) : (
        <Tabs
          {...tabs}
          end={
            <>
              {props.columnTools}
              {props.tools}
            </>
          }
          label={props.title}
        >
          {body}
        </Tabs>
      )}
      {props.children}
    </main>
  );
}
