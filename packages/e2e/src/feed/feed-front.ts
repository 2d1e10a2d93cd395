// A front before the product: pages and calls go through, the socket is a market of our own that
// moves at a given rate. So the page is the product's and the load is ours.
import { createServer, request as ask, type Server } from 'node:http';
import type { ClientFrame, MarketInfo, TickerRow } from '@isobath/wire';
import { moveMarket } from './market-feed.ts';
import { acceptLine, type FeedLine } from './ws-server.ts';

/** A running front. */
export interface FeedFront {
  readonly address: string;
  /** Book messages sent so far. */
  readMessagesCount(): number;
  close(): Promise<void>;
}

const tradesEvery = 8;
const okCode = 200;

async function readMarket(address: string, symbol: string) {
  const load = async <TData>(path: string) =>
    ((await (await fetch(address + path)).json()) as { data: TData }).data;
  const infos = await load<MarketInfo[]>('/hk-web/market/symbols');
  const tickers = await load<TickerRow[]>('/hk-web/market/symbol/tickers');
  const info = infos.find((row) => row.symbol === symbol);
  const ticker = tickers.find((row) => row.symbol === symbol);
  if (info === undefined || ticker === undefined) throw new Error(`no market ${symbol}`);
  const [priceDecimals = 0, lotDecimals = 0] = info.digit.split('#').map(Number);
  const midTicks = Math.round(Number(ticker.last) * 10 ** priceDecimals);
  return { symbol, priceDecimals, lotDecimals, midTicks, ticker };
}

function passThrough(address: string): Server {
  const target = new URL(address);
  return createServer((incoming, answer) => {
    const passed = ask(
      {
        host: target.hostname,
        port: target.port,
        path: incoming.url,
        method: incoming.method,
        headers: { ...incoming.headers, host: target.host },
      },
      (found) => {
        answer.writeHead(found.statusCode ?? 502, found.headers);
        found.pipe(answer);
      },
    );
    passed.on('error', () => answer.destroy());
    incoming.pipe(passed);
  });
}

/** Open a front with so many book messages a second for one market. */
export async function openFeedFront(
  address: string,
  symbol: string,
  messagesPerSecond: number,
): Promise<FeedFront> {
  const market = moveMarket(await readMarket(address, symbol), 42);
  const server = passThrough(address);
  const lines = new Map<FeedLine, Set<string>>();
  let messagesCount = 0;
  server.on('upgrade', (request, socket) => {
    const line = acceptLine(request, socket);
    const channels = new Set<string>();
    lines.set(line, channels);
    line.onClose(() => lines.delete(line));
    line.onText((text) => {
      const frame = JSON.parse(text) as ClientFrame;
      for (const channel of frame.channels ?? []) {
        if (frame.op === 'unsubscribe') {
          channels.delete(channel);
          continue;
        }
        channels.add(channel);
        const first = market.begin(channel);
        if (first !== null) line.send(JSON.stringify(first));
      }
      line.send(JSON.stringify({ id: frame.id, code: okCode }));
    });
  });
  const publish = (frame: { ch: string }) => {
    const text = JSON.stringify(frame);
    for (const [line, channels] of lines) if (channels.has(frame.ch)) line.send(text);
  };
  const timer = setInterval(() => {
    publish(market.moveBook());
    messagesCount += 1;
    if (messagesCount % tradesEvery === 0) publish(market.trade());
    if (messagesCount % messagesPerSecond === 0) {
      publish(market.tick());
      publish(market.candle('15m'));
    }
  }, 1000 / messagesPerSecond);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  return {
    address: `http://127.0.0.1:${port}`,
    readMessagesCount: () => messagesCount,
    async close() {
      clearInterval(timer);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
