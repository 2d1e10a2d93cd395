import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { sampleWords } from '../words/sample-words.ts';
import { UiProvider } from '../words/UiProvider.tsx';
import { NumberField } from './NumberField.tsx';
import { readDraft } from './number-draft.ts';

const range = { min: '1', max: '1500' };

/** A field in which a text was typed, and then left. */
function leave(text: string): string {
  const { value } = readDraft(text, { locale: 'de-DE', decimals: 0, range });
  return renderToStaticMarkup(
    <UiProvider settings={{ locale: 'de-DE', words: sampleWords, renderedAtMs: 0 }}>
      <NumberField label="Periods" onChange={() => {}} range={range} step="1" value={value} />
    </UiProvider>,
  );
}

test.each(['1501', '99999', '0', ''])('%j stands there, marked, with the range', (text) => {
  const html = leave(text);
  expect(html).toContain(`value="${text}"`);
  expect(html).toContain('aria-invalid="true"');
  expect(html).toContain('From 1 to 1.500');
});

test('the ends of a range are taken', () => {
  for (const text of ['1', '1500']) expect(leave(text)).not.toContain('aria-invalid="true"');
});
