// Requests of the WebSocket API: the signed text by the dialect's own documented examples.
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { listApiPayloads, parseApiRequest, parseApiText } from './api-requests.ts';

const SECRET = 'NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j';
const KEY = 'vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A';

const common = { type: 'LIMIT', timeInForce: 'GTC', timestamp: 1_645_423_376_532, apiKey: KEY };

test.each([
  [
    'aa1b5712c094bc4e57c05a1a5c1fd8d88dcd628338ea863fec7b88e59fe2db24',
    {
      symbol: 'BTCUSDT',
      side: 'SELL',
      quantity: '0.01000000',
      price: '52000.00',
      recvWindow: 100,
    },
  ],
  [
    'b33892ae8e687c939f4468c6268ddd4c40ac1af18ad19a064864c47bae0752cd',
    {
      symbol: '１２３４５６',
      side: 'BUY',
      quantity: '1.00000000',
      price: '0.10000000',
      recvWindow: 5_000,
    },
  ],
])('the documented example with the signature %s verifies', (signature, own) => {
  const params = { ...own, ...common, signature };
  const text = JSON.stringify({ id: 'one', method: 'order.place', params });
  const request = parseApiRequest(parseApiText(text), text);
  const signed = Array.from(listApiPayloads(request), (payload) =>
    createHmac('sha256', SECRET).update(payload).digest('hex'),
  );
  expect(signed).toContain(signature);
});

test('the signature covers each parameter but itself', () => {
  const parameters = { b: '2', a: '1', signature: 'x' };
  const [payload] = listApiPayloads({ parameters, text: '{}' });
  expect(payload).toBe('a=1&b=2');
});

test('a number is signed as it was written, whatever it is spelled like here', () => {
  const text = '{"id":1,"method":"order.place","params":{"price":52000.00,"quantity":1e-05}}';
  const request = parseApiRequest(parseApiText(text), text);
  expect(request.parameters).toEqual({ price: '52000', quantity: '0.00001' });
  expect([...listApiPayloads(request)]).toContain('price=52000.00&quantity=1e-05');
});
