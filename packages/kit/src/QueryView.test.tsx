// What each state of a read shows, and which failures are asked again.
import { ApiError, NetworkError } from '@isobath/sdk';
import { loadTexts } from '@isobath/texts';
import { UiProvider, type UiWords } from '@isobath/ui';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import { readOptions } from './query.ts';
import { QueryView } from './QueryView.tsx';

beforeAll(() => loadTexts('en_US', 'kit'));

const refusal = new ApiError({ code: 10_003, status: 403, message: 'Not for you.' });

const words = { retry: 'Retry', errorCode: (code: string) => `Code ${code}` } as UiWords;

interface Shown {
  readonly data?: readonly string[];
  readonly failure?: unknown;
}

function show({ data, failure = null }: Shown): string {
  const read = { data: data ?? null, failure, isReading: false, reload: () => {} };
  return renderToStaticMarkup(
    <UiProvider settings={{ locale: 'en-US', words }}>
      <QueryView empty={<p>Nothing yet</p>} isEmpty={(rows) => rows.length === 0} read={read}>
        {(rows) => <p>{rows.join()}</p>}
      </QueryView>
    </UiProvider>,
  );
}

it('shows that something is on its way, what came, and that nothing is there', () => {
  expect(show({})).toContain('aria-busy="true"');
  expect(show({ data: ['one', 'two'] })).toContain('one,two');
  expect(show({ data: [] })).toContain('Nothing yet');
});

it('says why nothing came, with the number of a refusal, and offers another try', () => {
  const refused = show({ failure: refusal });
  expect(refused).toContain('Not for you.');
  expect(refused).toContain('Code 10003');
  expect(refused).toContain('Retry');
  expect(show({ failure: new NetworkError('') })).toContain('No response.');
});

it('keeps what was read before beside the failure of a later read', () => {
  const old = show({ data: ['one'], failure: refusal });
  expect(old).toContain('one');
  expect(old).toContain('Not for you.');
});

it('asks once more when no answer came, and never when it was refused', () => {
  expect(readOptions.retry(0, new NetworkError(''))).toBe(true);
  expect(readOptions.retry(1, new NetworkError(''))).toBe(false);
  expect(readOptions.retry(0, refusal)).toBe(false);
});
