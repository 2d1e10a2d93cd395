// A page of records as the server draws it: rows that came with it, rows that did not, filters that
// hide everything. What a press does is seen in the journeys of the pages that stand on it.
import { loadTexts } from '@isobath/texts';
import { UiProvider, type UiWords } from '@isobath/ui';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import type { PageParams } from './filters.ts';
import { RecordsPage } from './RecordsPage.tsx';
import { type RecordFailure, useRecords } from './use-records.ts';

interface Row {
  readonly id: string;
}

interface Rows {
  readonly rows: readonly Row[];
  readonly nextCursor: string;
}

const side = { name: 'side', label: 'Side', options: [{ value: 'buy', label: 'Bought' }] };
const table = {
  columns: [{ key: 'id', head: 'Number', width: '1fr', cell: ({ id }: Row) => id }],
  label: 'Orders',
  rowKey: ({ id }: Row) => id,
};

function readParams(search: string): PageParams {
  const shown = new URLSearchParams(search);
  return { shown, requested: shown, turn: () => {} };
}

const words = {
  retry: 'Retry',
  clear: 'Clear',
  clearAll: 'Clear all',
  noRowsMatch: 'No matching rows',
  loading: 'Loading',
  errorCode: (code: string) => `Code ${code}`,
} as UiWords;

let callsCount = 0;
const load = (): Promise<Rows> => {
  callsCount += 1;
  return Promise.resolve({ rows: [], nextCursor: '' });
};

function Page(props: { first?: Rows; search?: string; failure?: RecordFailure }) {
  const { pages, ...state } = useRecords<Rows>({ key: ['test'], load, first: props.first });
  return (
    <RecordsPage<Row>
      empty={{ title: 'No orders yet' }}
      filters={[side]}
      params={readParams(props.search ?? '')}
      rows={pages?.flatMap(({ rows }) => rows) ?? null}
      state={{ ...state, failure: props.failure ?? state.failure }}
      table={table}
      title="Orders"
    />
  );
}

const show = (page: Parameters<typeof Page>[0]) =>
  renderToStaticMarkup(
    <UiProvider settings={{ locale: 'en-US', words, renderedAtMs: 0 }}>
      <Page {...page} />
    </UiProvider>,
  );

beforeAll(() => loadTexts('en_US', 'kit'));

it('shows the rows that came with the page, and the way to older ones while there are some', () => {
  const first = { rows: [{ id: 'order 7' }], nextCursor: '7' };
  expect(show({ first })).toContain('order 7');
  expect(show({ first })).toContain('Show more');
  expect(show({ first: { ...first, nextCursor: '' } })).not.toContain('Show more');
});

it('shows skeletons and asks nobody where rows are read in the browser', () => {
  const html = show({});
  expect(html).toContain('aria-busy="true"');
  expect(html).not.toContain('No orders yet');
  expect(callsCount).toBe(0);
});

it('tells a list that has nothing yet from one whose filters hide everything', () => {
  const first = { rows: [], nextCursor: '' };
  expect(show({ first })).toContain('No orders yet');
  const filtered = show({ first, search: 'side=buy' });
  expect(filtered).not.toContain('No orders yet');
  expect(filtered).toContain('Clear Side: Bought');
});

it('says why rows did not come, and offers another try', () => {
  const failure = { text: 'Not for you.', code: '10003' };
  const html = show({ first: { rows: [], nextCursor: '' }, failure });
  expect(html).toContain('Not for you.');
  expect(html).toContain('Code 10003');
  expect(html).toContain(words.retry);
});
