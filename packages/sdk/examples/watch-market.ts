// Follows the top of a book and the trades of a market for some seconds; no account is needed.
// Run with an address: node watch-market.ts http://127.0.0.1:4870 btc_usdt 5
import process from 'node:process';
import { createHttpClient, createSocket } from '@isobath/sdk';
import { type BookData, marketRoutes, type PublicTrade } from '@isobath/wire';

const [address = 'http://127.0.0.1:4870', symbol = 'btc_usdt', seconds = '5'] =
  process.argv.slice(2);
const client = createHttpClient({ baseUrl: address });
const markets = await client.call(marketRoutes.markets);
console.log(`${markets.length} markets`);

const live = createSocket({ url: `${address.replace(/^http/, 'ws')}/ws` });
live.subscribe(`book:${symbol}`, (frame) => {
  const { bids, asks } = frame.data as BookData;
  console.log(frame.type, frame.last, `${bids.length} bids, ${asks.length} asks`);
});
live.subscribe(`trades:${symbol}`, (frame) => {
  for (const trade of frame.data as PublicTrade[]) {
    console.log(trade.side, trade.amount, 'at', trade.price);
  }
});
setTimeout(() => live.close(), Number(seconds) * 1_000);
