// What stands beside a coin: all that is owned to bring in, what is free to take out.
import { UiProvider, type UiWords } from '@isobath/ui';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CoinNote } from './CoinStep.tsx';

const coin = {
  coinId: 1,
  shortName: 'USDT',
  name: 'Tether USD',
  webLogo: '',
  total: '57490.196928',
  available: '45490.196928',
  frozen: '12000',
  rechargeAble: true,
  withdrawAble: true,
  networkIds: [1],
};

const show = (has: 'total' | 'available', own = coin) =>
  renderToStaticMarkup(
    <UiProvider settings={{ locale: 'en-US', words: {} as UiWords }}>
      <CoinNote coin={own} has={has} none="No network" />
    </UiProvider>,
  );

test('what is on its way out is not shown as what can go out', () => {
  expect(show('available')).toContain('45,490.196928');
  expect(show('available')).not.toContain('57,490');
  expect(show('total')).toContain('57,490.196928');
});

test('a coin that no network lists says so', () => {
  expect(show('available', { ...coin, networkIds: [] })).toBe('No network');
});
