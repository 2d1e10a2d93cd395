import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { sampleWords } from '../words/sample-words.ts';
import { UiProvider } from '../words/UiProvider.tsx';
import { CodeField } from './CodeField.tsx';

const show = (state: { isLocked?: boolean; isPending?: boolean }) =>
  renderToStaticMarkup(
    <UiProvider settings={{ locale: 'en-US', words: sampleWords, renderedAtMs: 0 }}>
      <CodeField
        {...state}
        label="Code"
        nameDigit={(place) => `Digit ${place}`}
        onChange={() => {}}
        value=""
      />
    </UiProvider>,
  );

test('no box takes a digit while a code is judged or none is taken', () => {
  const count = (html: string) => html.match(/readonly/gi)?.length ?? 0;
  expect(count(show({}))).toBe(0);
  expect(count(show({ isPending: true }))).toBe(6);
  const locked = show({ isLocked: true });
  expect(count(locked)).toBe(6);
  // It is found and read all the same, by keyboard and by ear.
  expect(locked.match(/aria-disabled="true"/g)?.length).toBe(6);
  expect(locked).not.toMatch(/ disabled/);
});
