// The typed private stream over a Live that says what the test says.
import type { ChannelFrame, FillRow, OrderRow } from '@isobath/wire';
import { expect, test } from 'vitest';
import type { Live } from './live.ts';
import { listenPrivate } from './private-stream.ts';

function makeLive() {
  let say: (frame: ChannelFrame) => void = () => {};
  const stopped: string[] = [];
  const live = {
    subscribe(channel: string, onFrame: (frame: ChannelFrame) => void) {
      say = onFrame;
      return () => stopped.push(channel);
    },
  } as unknown as Live;
  return { live, stopped, say: (frame: ChannelFrame) => say(frame) };
}

const frame = (type: ChannelFrame['type'], data: unknown): ChannelFrame => ({
  ch: 'private',
  type,
  first: 1,
  last: 1,
  at: 0,
  data,
});

test('orders, fills and balances come in order, a new beginning is told', () => {
  const { live, say, stopped } = makeLive();
  const heard: unknown[] = [];
  const stop = listenPrivate(live, {
    onReset: () => heard.push('reset'),
    onOrder: ({ orderId }) => heard.push(`order ${orderId}`),
    onFill: ({ tradeId }, order) => heard.push(`fill ${tradeId} of ${order?.orderId}`),
    onBalances: (rows) => heard.push(rows.length),
    onStep: (step) => heard.push(`step ${step}`),
  });
  say(frame('snapshot', null));
  const order = { orderId: '7' } as OrderRow;
  say(
    frame('event', [
      { seq: 1, kind: 'order', at: 0, data: order },
      { seq: 2, kind: 'fill', at: 0, data: { tradeId: '9' } as FillRow, order },
      { seq: 3, kind: 'order', at: 0, data: null },
      { seq: 4, kind: 'balance', at: 0, data: null, step: '41' },
    ]),
  );
  say(frame('balances', []));
  say(frame('snapshot', null));
  expect(heard).toEqual(['reset', 'order 7', 'fill 9 of 7', 'step 41', 0, 'reset']);
  stop();
  expect(stopped).toEqual(['private']);
});

test('what nobody asked for is left out', () => {
  const { live, say } = makeLive();
  let resetsCount = 0;
  listenPrivate(live, { onReset: () => (resetsCount += 1) });
  say(frame('event', [{ seq: 1, kind: 'fill', at: 0, data: { tradeId: '9' } }]));
  expect(resetsCount).toBe(0);
});
