// What a form needs is asked for at its field: nothing is sent without it, and no server has to say
// of an empty field that something is missing somewhere.
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { sampleWords } from '../words/sample-words.ts';
import { UiProvider } from '../words/UiProvider.tsx';
import { CodeField } from './CodeField.tsx';
import { PasswordField } from './TextField.tsx';

const show = (field: ReactNode) =>
  renderToStaticMarkup(
    <UiProvider settings={{ locale: 'en-US', words: sampleWords, renderedAtMs: 0 }}>
      {field}
    </UiProvider>,
  );
const none = () => {};
const countRequired = (html: string) => html.match(/<input[^>]* required=""/g)?.length ?? 0;

test('a password is asked for wherever one is typed', () => {
  const field = <PasswordField label="Password" onChange={none} value="" />;
  expect(countRequired(show(field))).toBe(1);
  const named = <PasswordField input={{ name: 'p' }} label="Password" onChange={none} value="" />;
  expect(countRequired(show(named))).toBe(1);
});

test('so is every digit of a code', () => {
  const nameDigit = (place: number) => `Digit ${place}`;
  const field = <CodeField label="Code" nameDigit={nameDigit} onChange={none} value="12" />;
  expect(countRequired(show(field))).toBe(6);
});
