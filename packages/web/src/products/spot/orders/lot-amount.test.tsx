// Sizes of own orders are hidden with the other own amounts, and line up while they are not.
import { UiProvider, type UiWords } from '@isobath/ui';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LotAmount } from './LotAmount.tsx';

const words = { hiddenAmount: 'hidden' } as UiWords;

/** The texts of a size, while own amounts are hidden or not. */
function draw(isHidden: boolean): string {
  const html = renderToStaticMarkup(
    <UiProvider settings={{ locale: 'en-US', isHidden, words }}>
      <LotAmount digits={{ priceDecimals: 0, lotDecimals: 5 }} unit="BTC" value="0.0120000000" />
    </UiProvider>,
  );
  return html.replaceAll(/<[^>]*>/g, ' ');
}

test('a size has the decimals of its market', () => {
  expect(draw(false)).toContain('0.01200');
});

test('a hidden size says nothing of itself, not even its coin', () => {
  expect(draw(true)).toContain('*****');
  expect(draw(true)).not.toMatch(/\d|BTC/);
});
