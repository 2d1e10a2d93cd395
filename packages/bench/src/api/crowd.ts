// Readers of market data, as a program of its own: they read everything and look at nothing. Says
// `ready` when all are connected; at its end how many bytes came and how many were still there.
// Started by bench-api.ts with address and count.
import process from 'node:process';
import { openReader } from './wire.ts';

const STREAMS = ['depth@100ms', 'trade', 'bookTicker', 'kline_1m', 'ticker'];
const READERS_OF_ADDRESS = 200;
const AT_ONCE = 50;

const [address = '', countText = '0'] = process.argv.slice(2);
const count = Number(countText);
const readers: Awaited<ReturnType<typeof openReader>>[] = [];
while (readers.length < count) {
  const wave = Array.from({ length: Math.min(AT_ONCE, count - readers.length) }, (_none, at) => {
    const number = readers.length + at;
    const stream = STREAMS[number % STREAMS.length];
    const from = `127.0.9.${1 + Math.floor(number / READERS_OF_ADDRESS)}`;
    return openReader(address, { path: `/ws/btcusdt@${stream}`, from });
  });
  readers.push(...(await Promise.all(wave)));
}
console.log('ready');
process.stdin.on('end', () => {
  const bytes = readers.reduce((sum, reader) => sum + reader.countBytes(), 0);
  const open = readers.filter((reader) => reader.isOpen()).length;
  console.log(JSON.stringify({ bytes, open }));
  process.exit(0);
});
process.stdin.resume();
