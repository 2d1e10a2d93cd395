// A queue as it is first drawn: rows, the chosen one, those of the reader, nothing there. What a
// press does is seen in the journeys of the desks that stand on it.
import { loadTexts } from '@isobath/texts';
import { UiProvider, type UiWords } from '@isobath/ui';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import type { Read } from '../query.ts';
import { ReviewQueue } from './ReviewQueue.tsx';

interface Row {
  readonly id: number;
  readonly isOwn: boolean;
}

const rows = [
  { id: 7, isOwn: false },
  { id: 8, isOwn: true },
];

const words = { retry: 'Retry' } as UiWords;

function readOf(data: readonly Row[] | null): Read<readonly Row[]> {
  const nothing = () => {};
  return { data, failure: null, isReading: false, readAtMs: 0, reload: nothing, set: nothing };
}

function draw(data: readonly Row[] | null, chosen: string): string {
  return renderToStaticMarkup(
    <UiProvider settings={{ locale: 'en-US', words, renderedAtMs: 0 }}>
      <ReviewQueue<Row, 'open' | 'over'>
        backLabel="Back"
        choose={{ title: 'Choose one', text: 'The oldest stand first.' }}
        chosen={chosen}
        empty={<p>Nothing waits</p>}
        foot={({ length }) => <p>{length} in all</p>}
        label="Cases"
        linkTo={(key) => ({ href: `/cases/${key}` })}
        list="open"
        lists={[
          { value: 'open', label: 'Open' },
          { value: 'over', label: 'Over' },
        ]}
        onList={() => {}}
        read={readOf(data)}
        showRow={({ id, isOwn }) => ({ key: String(id), title: `Case ${id}`, atMs: 1, isOwn })}
      >
        <p>The chosen one</p>
      </ReviewQueue>
    </UiProvider>,
  );
}

beforeAll(async () => {
  await loadTexts('en_US', 'kit');
});

it('lists its rows as links, says which are of the reader, and asks to choose', () => {
  const html = draw(rows, '');
  expect(html.match(/href="\/cases\/\d+"/g)).toEqual(['href="/cases/7"', 'href="/cases/8"']);
  expect(html).toMatch(/<a data-own="" href="\/cases\/8"/);
  expect(html).toContain('2 in all');
  expect(html).toContain('Choose one');
  expect(html).not.toContain('aria-current');
  expect(html).not.toContain('The chosen one');
});

it('shows the chosen row beside the others, with the way back', () => {
  const html = draw(rows, '7');
  expect(html).toMatch(/<a aria-current="true" href="\/cases\/7"/);
  expect(html).toContain('The chosen one');
  expect(html).toContain('href="/cases/"');
  expect(html).not.toContain('Choose one');
});

it('says that nothing is there only once it has been read', () => {
  expect(draw([], '')).toContain('Nothing waits');
  expect(draw([], '')).not.toContain('in all');
  expect(draw(null, '')).not.toContain('Nothing waits');
});
