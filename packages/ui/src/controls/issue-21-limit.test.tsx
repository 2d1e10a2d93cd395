import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { sampleWords } from '../words/sample-words.ts';
import { UiProvider } from '../words/UiProvider.tsx';
import { SearchBox, TextArea, TextField } from './TextField.tsx';

const show = (field: ReactNode) =>
  renderToStaticMarkup(
    <UiProvider settings={{ locale: 'en-US', words: sampleWords, renderedAtMs: 0 }}>
      {field}
    </UiProvider>,
  );
const none = () => {};

test('a text that is too long stands there whole and says so; the browser cuts nothing', () => {
  const input = { maxLength: 5 };
  const long = show(<TextField input={input} label="Name" onChange={none} value="abcdef" />);
  expect(long).toContain('value="abcdef"');
  expect(long).toContain('At most 5 characters; here are 6.');
  expect(long).not.toMatch(/maxlength/i);
  const fits = show(<TextField input={input} label="Name" onChange={none} value="abcde" />);
  expect(fits).not.toContain('At most');
});

test('the same holds for several lines', () => {
  const long = show(<TextArea label="Note" maxLength={3} onChange={none} value="abcd" />);
  expect(long).toContain('At most 3 characters; here are 4.');
  expect(long).not.toMatch(/maxlength/i);
});

test('what is searched for is kept nowhere and ends where its box does', () => {
  const found = show(<SearchBox input={{ maxLength: 4 }} label="Find" onChange={none} value="" />);
  expect(found).toMatch(/maxlength="4"/i);
});
