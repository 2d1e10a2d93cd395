// The way of a withdrawal as a person reads it, from its steps and its state.
import { loadTexts } from '@isobath/texts';
import type { CapitalRecord } from '@isobath/wire';
import { UiProvider, type UiWords } from '@isobath/ui';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import { WithdrawalDetail } from './WithdrawalDetail.tsx';

const row: CapitalRecord = {
  id: '7',
  at: 1_000,
  coinId: 52,
  networkId: 1,
  amount: '100.00000000',
  fee: '1.00000000',
  address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  memo: '',
  txHash: '',
  confirmations: 0,
  needed: 12,
  status: 1,
  reason: '',
  missing: '',
  steps: [{ word: 'requested', at: 1_000 }],
};

const show = (own: Partial<CapitalRecord>) =>
  renderToStaticMarkup(
    <UiProvider settings={{ locale: 'en-US', words: {} as UiWords, renderedAtMs: 2_000 }}>
      <WithdrawalDetail
        asset="USDT"
        network={undefined}
        onChange={() => {}}
        row={{ ...row, ...own }}
      />
    </UiProvider>,
  );

/** Steps with their states, in their order. */
const readSteps = (html: string) =>
  [...html.matchAll(/data-state="(\w+)"[^>]*>.*?<span>([^<]+)<\/span>/g)].map(
    ([, state, title]) => `${title}: ${state}`,
  );

beforeAll(async () => {
  await Promise.all([loadTexts('en_US', 'capital'), loadTexts('en_US', 'kit')]);
});

test('one that is checked can be taken back, and shows what comes', () => {
  const html = show({});
  expect(readSteps(html)).toEqual([
    'Requested: done',
    'Checked: now',
    'In the queue: later',
    'Sent to the network: later',
    'Arrived: later',
  ]);
  expect(html).toContain('Cancel withdrawal');
});

test('a review stands there only where there is one', () => {
  const steps = [...row.steps, { word: 'review', at: 1_500 }];
  expect(readSteps(show({ status: 2, steps }))).toContain('Reviewed by our team: now');
  const html = show({ status: 4, steps: [...steps, { word: 'queued', at: 1_700 }] });
  expect(readSteps(html)).toContain('Reviewed by our team: done');
  expect(readSteps(html)).toContain('In the queue: now');
});

test('one that is sent counts its confirmations and cannot be taken back', () => {
  const html = show({ status: 5, confirmations: 3, txHash: '0xabc' });
  expect(html).toContain('3 of 12 confirmations');
  expect(html).not.toContain('Cancel withdrawal');
});

test('one that was given back ends there', () => {
  const steps = [...row.steps, { word: 'cancelled', at: 1_900 }];
  expect(readSteps(show({ status: 7, steps }))).toEqual(['Requested: done', 'Canceled: failed']);
});

test('the time of its checks is when it went on, to people or into the queue', () => {
  const atMs = Date.UTC(2031, 4, 6, 7, 8, 9);
  const html = show({
    status: 4,
    steps: [
      { word: 'requested', at: 1_000 },
      { word: 'review', at: atMs },
      { word: 'queued', at: atMs + 86_400_000 },
    ],
  });
  const checked = /<span>Checked<\/span>.*?<time[^>]*dateTime="([^"]+)"/.exec(html)?.[1];
  expect(checked).toBe(new Date(atMs).toISOString());
});
