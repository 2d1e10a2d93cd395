// What a proof is over is what is sent, to the letter.
import { addressBookRoutes, withdrawRoutes } from '@isobath/wire';
import { expect, test } from 'vitest';
import { createHttpClient } from './http.ts';
import { readSentText } from './sent-text.ts';

/** The address, body and headers of one call, as `fetch` gets them. */
async function sendOne(call: (client: ReturnType<typeof createHttpClient>) => Promise<unknown>) {
  const sent: { url: string; init: RequestInit }[] = [];
  const fetch = (async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return new Response(JSON.stringify({ code: 200, message: '', data: {} }));
  }) as typeof globalThis.fetch;
  await call(createHttpClient({ baseUrl: '', fetch }));
  return sent[0];
}

test('the text of a body, with its proof in the headers', async () => {
  const body = {
    coinId: 52,
    networkId: 1,
    address: 'ä"0x',
    amount: '1.50',
    clientId: 'a-1',
  } as const;
  const sent = await sendOne((client) =>
    client.call(withdrawRoutes.submit, { body, proof: 'given' }),
  );
  expect(sent?.init.body).toBe(readSentText(withdrawRoutes.submit, { body }));
  expect(sent?.init.headers).toMatchObject({ sign: 'given', bver: '1' });
});

test('the query of a question', async () => {
  const query = { id: 7 };
  const sent = await sendOne((client) => client.call(addressBookRoutes.remove, { query }));
  expect(sent?.url.split('?')[1]).toBe(readSentText(addressBookRoutes.remove, { query }));
  expect(readSentText(addressBookRoutes.remove, { query })).toBe('id=7');
  expect(sent?.init.headers).not.toHaveProperty('sign');
});
