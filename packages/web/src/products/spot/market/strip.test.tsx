// What the strip makes of a day: its price and its change wear a direction only when there is one.
import { loadTexts } from '@isobath/texts';
import { UiProvider, type UiWords } from '@isobath/ui';
import type { TickerRow } from '@isobath/wire';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import { info } from '../form/testing.ts';
import { MarketStrip } from './MarketStrip.tsx';
import { readMarket } from './market.ts';

const words = new Proxy({}, { get: (_words, name) => String(name) }) as UiWords;

/** What stands at the start of the strip: its texts, and the directions that they wear. */
function draw(day: { open: string; last: string; change: string }, isOld = false) {
  const ticker = { ...day, high: '1', low: '1', baseVolume: '1', quoteVolume: '1' } as TickerRow;
  const html = renderToStaticMarkup(
    <UiProvider settings={{ locale: 'en-US', words }}>
      <MarketStrip
        isOld={isOld}
        last={null}
        market={readMarket(info, () => 8)}
        picker={null}
        ticker={ticker}
      />
    </UiProvider>,
  );
  const prices = html.slice(html.indexOf('<div class="strip-price'), html.indexOf('<dl'));
  const texts = prices.split(/<[^>]*>/).filter((text) => text !== '');
  return { texts, ways: Array.from(prices.matchAll(/data-direction="(\w+)"/g), ([, way]) => way) };
}

beforeAll(() => loadTexts('en_US', 'spot'));

test.each([
  ['up', { open: '84000.00', last: '84840.00', change: '1.00' }, ['84,840.00', '+840.00', '+1.00']],
  [
    'down',
    { open: '84000.00', last: '83160.5', change: '-1.00' },
    ['83,160.50', '−839.50', '−1.00'],
  ],
])('price, change and per cent all point %s', (way, day, numbers) => {
  const { texts, ways } = draw(day);
  expect(ways).toEqual([way, way, way]);
  expect(texts).toEqual(expect.arrayContaining(['24 h change', ...numbers]));
});

test('nothing points anywhere when the day has changed nothing', () => {
  const { texts, ways } = draw({ open: '84000.00', last: '84000.00', change: '0.00' });
  expect(ways).toEqual([]);
  expect(texts.filter((text) => text === '0.00')).toHaveLength(2);
});

test('a market that never traded has no change', () => {
  const { texts, ways } = draw({ open: '0.00', last: '0.00', change: '0.00' });
  expect(ways).toEqual([]);
  expect(texts.filter((text) => text === '--')).toHaveLength(3);
});

test('the price of a silent feed points nowhere; the day behind it still does', () => {
  const { ways } = draw({ open: '84000.00', last: '84840.00', change: '1.00' }, true);
  expect(ways).toEqual(['up', 'up']);
});
