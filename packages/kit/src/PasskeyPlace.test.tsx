// Where passkeys cannot be made, and the way to where they can.
import { loadTexts } from '@isobath/texts';
import { UiProvider, type UiWords } from '@isobath/ui';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import { nameAddress, PasskeyPlaceBanner } from './PasskeyPlace.tsx';

beforeAll(async () => {
  await loadTexts('en_US', 'kit');
});

it.each([
  ['http://127.0.0.1:4991/admin', '127.0.0.1', 'http://localhost:4991/admin'],
  ['http://[::1]:4991/admin', '[::1]', 'http://localhost:4991/admin'],
  ['http://localhost:4991/admin', 'localhost', ''],
  ['https://exchange.example/admin', 'exchange.example', ''],
])('leads from %s to the same page by name', (href, hostname, named) => {
  expect(nameAddress({ href, hostname })).toBe(named);
});

const show = (elsewhere: string) =>
  renderToStaticMarkup(
    <UiProvider settings={{ locale: 'en-US', words: {} as UiWords }}>
      <PasskeyPlaceBanner elsewhere={elsewhere} />
    </UiProvider>,
  );

it('says why, with the way where there is one', () => {
  const html = show('http://localhost/admin');
  expect(html).toContain('Passkeys need a domain name');
  expect(html).toContain('href="http://localhost/admin"');
  expect(show('')).not.toContain('href');
});
