// What a request for two says before somebody decides: money, coin, network, address and owner of
// rows that its payload only numbers, and why the operator cannot decide it.
import { LocaleContext } from '@isobath/kit';
import { loadTexts, translate } from '@isobath/texts';
import { UiProvider, type UiWords } from '@isobath/ui';
import type { ApprovalRow } from '@isobath/wire';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Translate } from '../../../base/texts.tsx';
import { listSubject, nameMaker, sayReason, showSubject } from '../facts.tsx';
import { useObstacle } from './obstacle.ts';

let t: Translate<'admin'>;
afterAll(() => {
  vi.unstubAllGlobals();
});
beforeAll(async () => {
  vi.stubGlobal('localStorage', { getItem: () => 'en_US' });
  const catalogues = await loadTexts('en_US', 'admin');
  await loadTexts('en_US', 'custody');
  t = ((key: string, values?: object) =>
    translate(catalogues, key, values as never)) as unknown as Translate<'admin'>;
});

const asRow = (row: Partial<ApprovalRow>) =>
  ({ madeBy: 0, maker: '', reason: 'by rule', about: '', obstacle: 'none', ...row }) as ApprovalRow;

const withdrawal = asRow({
  kind: 'withdrawal.approve',
  payload: '{"withdrawalId":7}',
  about: JSON.stringify({
    ownerId: 1_000_001,
    coin: 'USDT',
    amount: '11999.000000',
    fee: '1.5',
    usdtValue: '12000.50',
    network: 'Local Ethereum',
    toAddress: '0x70997970',
    memo: '12',
    releasedBy: 'fin@example.com',
  }),
});

it('names the payment whole, each fact with a word of its own', () => {
  const labels = listSubject(withdrawal, t).map(({ label }) => String(label));
  expect(labels).toEqual([
    'Withdrawal',
    'Amount',
    'Fee',
    'Value when asked for',
    'Person',
    'Network',
    'Address',
    'Memo',
    'Let pass by',
  ]);
  const line = showSubject(withdrawal, t).replaceAll('\u00a0', ' ');
  const worth = listSubject(withdrawal, t).find(({ key }) => key === 'usdtValue');
  expect(renderToStaticMarkup(<>{worth?.value}</>)).toContain('12,000.5\u00a0USDT');
  expect(line).toBe('Withdrawal: 7, Amount: 11,999 USDT, Network: Local Ethereum');
});

it('says why a network is stopped, as a whole and for each coin', () => {
  const row = asRow({
    kind: 'network.open',
    payload: JSON.stringify({ networkId: 1, reasons: ['new', '2: difference'] }),
    about: JSON.stringify({ reasons: 'new\nETH: difference', network: 'Ethereum' }),
  });
  expect(showSubject(row, t)).toBe(
    'Why it is stopped: Newly listed: two operators open it · ETH: Chain and books differ, ' +
      'Network: Ethereum',
  );
});

it('says names in place of numbers of rows, and whole amounts', () => {
  const row = asRow({
    kind: 'cold.limits',
    payload: JSON.stringify({ networkId: 1, coinId: 2, low: '1000', target: '2000.25', high: '' }),
    about: JSON.stringify({ coin: 'BTC', network: 'Local Bitcoin' }),
  });
  const line = showSubject(row, t);
  expect(line).toContain('Network: Local Bitcoin');
  expect(line).toContain('Coin: BTC');
  expect(line).toContain('Low: 1,000');
  expect(line).not.toContain('Network: 1');
});

it('says that a rule asked, and why', () => {
  expect(nameMaker(withdrawal, t)).toBe('A rule of the house');
  expect(sayReason(withdrawal, t)).toBe('Worth 10,000 USDT or more');
  expect(nameMaker(asRow({ madeBy: 2, maker: 'a@example.com' }), t)).toBe('a@example.com');
});

function Obstacle({ row }: { row: Pick<ApprovalRow, 'obstacle'> }) {
  return useObstacle(row) ?? 'none';
}

it.each([
  ['released', 'You let it pass: another operator approves it.'],
  ['forbidden', 'Your role does not allow this'],
  ['own', 'Another operator must approve your request'],
  ['none', 'none'],
] as const)('says why it cannot be decided: %s', (obstacle, words) => {
  const html = renderToStaticMarkup(
    <LocaleContext value="en_US">
      <UiProvider settings={{ locale: 'en-US', words: {} as UiWords }}>
        <Obstacle row={{ obstacle }} />
      </UiProvider>
    </LocaleContext>,
  );
  expect(html).toBe(words);
});
