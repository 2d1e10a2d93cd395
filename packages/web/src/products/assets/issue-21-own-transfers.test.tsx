// What moved somebody's money says of a transfer between own accounts from where to where.
import { loadTexts } from '@isobath/texts';
import { UiProvider, type UiWords } from '@isobath/ui';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { beforeAll, expect, test } from 'vitest';
import { type Move, Moves } from './Moves.tsx';

const plainWords = new Proxy({}, { get: (_words, name) => String(name) }) as UiWords;
const move = { seq: '2', at: 0, asset: 'USDT', fromType: null, toType: null };
const rows: readonly Move[] = [
  { ...move, change: '40', reason: 'between_accounts', fromType: 2, toType: 5 },
  { ...move, change: '100', reason: 'deposit' },
];

beforeAll(async () => {
  await Promise.all((['assets', 'transfer'] as const).map((name) => loadTexts('en_US', name)));
});

function draw(isOneAccount: boolean): string {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <UiProvider settings={{ locale: 'en-US', words: plainWords }}>
        <Moves isOneAccount={isOneAccount} rows={rows} />
      </UiProvider>
    </MemoryRouter>,
  );
  return html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
}

test('over all accounts it neither adds nor takes: its amount has no sign', () => {
  expect(draw(false)).toContain('Transfer: Spot → Contracts 40 USDT');
  expect(draw(false)).toContain('Deposit +100 USDT');
});

test('of one account it has the sign of what that account had of it', () => {
  expect(draw(true)).toContain('Transfer: Spot → Contracts +40 USDT');
});
