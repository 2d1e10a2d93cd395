// A choice that is missing is marked on its box, as every other field is.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { UiProvider } from '../words/UiProvider.tsx';
import type { UiWords } from '../words/words.ts';
import { Combobox, SearchSelect, Select } from './Select.tsx';

const options = [{ value: 'AT', label: 'Austria' }];

it.each([
  ['Select', Select],
  ['SearchSelect', SearchSelect],
  ['Combobox', Combobox],
] as const)('%s without its choice has a marked box', (_name, Field) => {
  const show = (error: string) =>
    renderToStaticMarkup(
      <UiProvider settings={{ locale: 'en-US', words: {} as UiWords }}>
        <Field error={error} label="Country" onChange={() => {}} options={options} value={null} />
      </UiProvider>,
    );
  expect(show('Choose one')).toContain('data-invalid');
  expect(show('')).not.toContain('data-invalid');
});
