import { loadTexts } from '@isobath/texts';
import { UiProvider, type UiWords } from '@isobath/ui';
import { moverTurnoverUsdtMin } from '@isobath/wire';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { beforeAll, expect, test } from 'vitest';
import { listMovers, type MarketRow } from './market-data.ts';
import { Tiles } from './Tiles.tsx';

beforeAll(() => loadTexts('en_US', 'market'));

test('movers are those with a turnover worth naming, the farthest first', () => {
  const least = String(moverTurnoverUsdtMin);
  const row = (code: string, change: string, quoteVolume = least) =>
    ({ code, change, quoteVolume }) as MarketRow;
  const rows = [
    row('up', '1'),
    row('quiet', '900', '999.99'),
    row('higher', '2'),
    row('low', '-3'),
  ];
  const list = (way: 'gainers' | 'losers') => listMovers(rows, way).map(({ code }) => code);
  expect(list('gainers')).toEqual(['higher', 'up']);
  expect(list('losers')).toEqual(['low']);
});

const words = new Proxy({}, { get: (_words, name) => String(name) }) as UiWords;

/** What is inside each tile, element by element. */
function drawTiles(rows: readonly Partial<MarketRow>[]): string[][] {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <UiProvider settings={{ locale: 'en-US', words }}>
        <Tiles rows={rows as MarketRow[]} />
      </UiProvider>
    </MemoryRouter>,
  );
  return html
    .split('class="home-tile"')
    .slice(1)
    .map((tile) => tile.match(/market-tile-name|home-tile-price|ui-percent|--/g) ?? []);
}

test('tiles have their places and their rows before the first trade', () => {
  const market = { quoteCurrency: 'USDT', tradeArea: 1, baseCurrency: 'BTC', priceDecimals: 2 };
  const none = { open: '0', last: '0', change: '0.00', quoteVolume: '0' };
  const up = { open: '1', last: '2', change: '100.00', quoteVolume: '5000' };
  const before = drawTiles([{ ...market, ...none, tradeId: 1 }]);
  const after = drawTiles([{ ...market, ...up, tradeId: 1 }]);
  expect(before).toHaveLength(4);
  expect(after).toHaveLength(4);
  const empty = ['home-tile-price', '--', '--'];
  expect(before).toEqual([empty, empty, empty, ['market-tile-name', ...empty]]);
});
