// The table of levels says on a card of a phone, too, what it is that is allowed.
import { loadTexts } from '@isobath/texts';
import { UiProvider, type UiWords } from '@isobath/ui';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import { Rights } from './Rights.tsx';

beforeAll(async () => {
  await Promise.all([loadTexts('en_US', 'identity'), loadTexts('en_US', 'shell')]);
});

test('what is allowed has its name beside it', () => {
  const html = renderToStaticMarkup(
    <UiProvider settings={{ locale: 'en-US', words: {} as UiWords }}>
      <Rights levels={[{ type: 1, state: 'none', limit: '20000', askedAtMs: 0 }]} own="none" />
    </UiProvider>,
  );
  const labels = [...html.matchAll(/data-label="([^"]+)"/g)].map(([, label]) => label);
  expect(labels).toEqual(['Trading, transfers, API keys', 'Trading, transfers, API keys']);
});
