// An operator's first day as docs/run/first-day.md tells it: its commands are run as they stand
// there, on a production that has nothing. Then two people trade, and the market is closed again.
import { readFile, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type KeyPair, makeKey, operate, signText } from '../binance-api/client.ts';
import { type StagedServer, startServer } from '../fixture/server.ts';

const guide = new URL('../../../../docs/run/first-day.md', import.meta.url);
let server: StagedServer;
let words: string;

beforeAll(async () => {
  words = await readFile(guide, 'utf8');
  server = await startServer({
    ISOBATH_MODE: 'production',
    ISOBATH_WARM_UP: 'off',
    // A production that root starts is run by somebody else.
    ...(process.getuid?.() === 0 ? { ISOBATH_SERVICE_USER: 'daemon' } : {}),
  });
}, 400_000);
afterAll(() => server?.stop());

/** Words of a command line as a shell splits them. */
const splitLine = (line: string): string[] =>
  [...line.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(([word]) =>
    word.replaceAll(/"([^"]*)"|'([^']*)'/g, (_all, one?: string, two?: string) => one ?? two ?? ''),
  );

/** Commands of a section, without the start itself and what is made before it. */
function listCommands(section: string): string[][] {
  const [, text = ''] = words.split(`## ${section}`);
  const [own = ''] = text.split('\n## ');
  return [...own.matchAll(/^npm run isobath -- (.+)$/gm)].map(([, line = '']) => splitLine(line));
}

async function follow(section: string): Promise<Record<string, unknown>[]> {
  const answers: Record<string, unknown>[] = [];
  for (const command of listCommands(section)) {
    // Files of the guide lie where the operator is; here that is the data folder.
    const placed = command.map((word) =>
      /^(first-day\.json|listed\.csv|first-backup)$/.test(word)
        ? join(server.dataFolder, word)
        : word,
    );
    answers.push(await operate(server.dataFolder, placed));
  }
  return answers;
}

async function read<TData>(path: string): Promise<TData> {
  const answer = await fetch(`${server.address}${path}`);
  return (await answer.json()) as TData;
}

interface Exchange {
  readonly symbols: readonly { readonly symbol: string; readonly status: string }[];
}
const listSymbols = async () =>
  (await read<Exchange>('/api/v3/exchangeInfo')).symbols.map(
    ({ symbol, status }) => `${symbol} ${status}`,
  );

it('lists coins and a market on an empty production, by the guide', async () => {
  expect(await listSymbols()).toEqual([]);
  await follow('2. Two operators');
  const [trial] = await follow('3. Coins');
  expect(trial).toMatchObject({ key: 'USDT', isDone: false });
  const [, tried] = await follow('4. Fees and a market');
  expect(tried).toMatchObject({ smallestQuantity: '0.0001', smallestValue: '8.42' });
  expect(await listSymbols()).toEqual(['BTCUSDT TRADING']);
  const page = await fetch(`${server.address}/en_US/trade/exchange/?tradeCode=btc_usdt`);
  expect([page.status, (await page.text()).includes('BTC/USDT')]).toEqual([200, true]);
});

it('takes the file of the guide, whole', async () => {
  const [, file = ''] = /```json\n([\s\S]+?)```/.exec(words) ?? [];
  await writeFile(join(server.dataFolder, 'first-day.json'), file);
  await follow('5. Or all of it from a file');
  expect(await listSymbols()).toEqual(['BTCUSDT TRADING', 'ETHUSDT TRADING']);
  const csv = await readFile(join(server.dataFolder, 'listed.csv'), 'utf8');
  expect(csv.split('\n').filter((line) => /^(coin|market),/.test(line))).toHaveLength(5);
  const { data } = await read<{ data: { symbol: string }[] }>('/hk-web/market/search/popular');
  expect(data[0]?.symbol).toBe('btc_usdt');
});

const unkeyed = { deadlineMs: 0, keyHigh: 0, keyLow: 0, bodyHash: 0 };

/** Journal a command as the operator, through the tool's own socket. */
function submit(command: object): Promise<{ code: number; facts: number[] }> {
  const signs = { actorId: 1, sessionId: 0, source: 3, issuedAtMs: Date.now(), ...unkeyed };
  const question = {
    id: 1,
    name: 'engine.submit',
    caller: { systemUser: 'test', systemUid: 0, sudoUser: 'test', toolVersion: 'test' },
    parameters: { command: { ...signs, ...command } },
  };
  return new Promise((resolve, reject) => {
    const socket = createConnection(join(server.dataFolder, 'operator.sock'));
    socket.once('error', reject);
    createInterface({ input: socket }).once('line', (line) => {
      socket.end();
      const reply = JSON.parse(line) as { answer?: { code: number; facts: number[] } };
      if (reply.answer === undefined) reject(new Error(line));
      else resolve(reply.answer);
    });
    socket.write(`${JSON.stringify(question)}\n`);
  });
}

/** Number of an account, opened unless it is. */
async function openAccount(ownerId: number, accountType: number, accountClass: number) {
  const shape = { kind: 20, ownerId, accountType, scope: 0, isMock: false, accountClass };
  await submit(shape);
  // Asked again it is refused with its number.
  return (await submit(shape)).facts[0] as number;
}

async function makeTrader(name: string, assetId: number, amountUnits: string): Promise<KeyPair> {
  const file = join(server.dataFolder, 'password');
  await writeFile(file, 'a sentence beats a puzzle\n', { mode: 0o600 });
  const account = ['--email', `${name}@example.com`, '--password-file', file];
  const { ownerId } = await operate<{ ownerId: number }>(server.dataFolder, [
    'user',
    'create',
    ...account,
  ]);
  const from = await openAccount(1, 301, 2);
  const to = await openAccount(ownerId, 2, 1);
  const ends = { fromAccountId: from, toAccountId: to, assetId, amountUnits };
  expect((await submit({ kind: 23, ...ends, reason: 1, reference: 0 })).code).toBe(0);
  return makeKey(server.dataFolder, name);
}

async function order(pair: KeyPair, terms: Record<string, string>) {
  const all = { symbol: 'BTCUSDT', timestamp: String(Date.now()), ...terms };
  const text = new URLSearchParams(all).toString();
  const address = `${server.address}/api/v3/order?${text}&signature=${signText(text, pair)}`;
  const headers = { 'X-MBX-APIKEY': pair.apiKey };
  const answer = await fetch(address, { method: 'POST', headers });
  return (await answer.json()) as { code?: number; status?: string; orderId?: number };
}

const limit = (side: string, quantity: string, price: string) => ({
  side,
  type: 'LIMIT',
  timeInForce: 'GTC',
  quantity,
  price,
});

it('lets two people trade, and cancels what rests when the market closes', async () => {
  // Coins get the next numbers after USDT's 52.
  const seller = await makeTrader('seller', 53, '100000000');
  const buyer = await makeTrader('buyer', 52, '100000000000');
  expect((await order(buyer, limit('BUY', '0.0001', '20000'))).code).toBe(-1013);
  expect((await order(buyer, limit('BUY', '5', '84200'))).code).toBe(-2010);
  expect(await order(seller, limit('SELL', '0.01', '84200'))).toMatchObject({ status: 'NEW' });
  const bought = await order(buyer, limit('BUY', '0.01', '84200'));
  expect(bought).toMatchObject({ status: 'FILLED' });
  expect(await order(buyer, limit('BUY', '0.01', '84000'))).toMatchObject({ status: 'NEW' });

  const closed = await operate(server.dataFolder, ['market', 'delist', 'btc_usdt']);
  expect(closed).toMatchObject({ market: 'btc_usdt', cancelledCount: 1 });
  expect(await listSymbols()).toEqual(['ETHUSDT TRADING']);
  expect((await order(buyer, limit('BUY', '0.01', '84000'))).code).toBeLessThan(0);
  const trades = await read<{ price: string }[]>('/api/v3/trades?symbol=BTCUSDT');
  expect(trades.map(({ price }) => Number(price))).toEqual([84_200]);
});

it('knows all of it after a restart, and the journal proves it', async () => {
  await follow('6. Before people come');
  await server.restart();
  expect(await listSymbols()).toEqual(['ETHUSDT TRADING']);
  expect(await operate(server.dataFolder, ['verify'])).toMatchObject({ isSound: true });
  const again = ['market', 'add', 'btc_usdt', '--set', 'opens=auction'];
  await operate(server.dataFolder, again);
  expect(await listSymbols()).toContain('BTCUSDT AUCTION_MATCH');
});
