// A grid bot for ccxt: buys one step below, sells one step above, and keeps its own books.
// ISOBATH_URL=http://127.0.0.1:4870 API_KEY=... API_SECRET=... node examples/grid-bot.mjs 600
import ccxt from 'ccxt';

const { ISOBATH_URL: address, API_KEY: apiKey, API_SECRET: secret } = process.env;
const seconds = Number(process.argv[2] ?? 600);
const [symbol, levels, amount, share] = ['BTC/USDT', 4, 0.002, 0.0002];
const bot = new ccxt.binance({ apiKey, secret });
// The one change: another host, everywhere, since one that is left out would get the key.
const move = (urls) => {
  for (const [name, url] of Object.entries(urls)) {
    if (typeof url === 'string') urls[name] = address + new URL(url).pathname;
    else move(url);
  }
};
move(bot.urls.api);
// Own books: whole units of 10^-18, from the trades alone.
const units = (text) => {
  const [whole, fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(18, '0'));
};
const readBalances = async () => {
  const { info } = await bot.fetchBalance();
  return Object.fromEntries(info.balances.map((b) => [b.asset, units(b.free) + units(b.locked)]));
};
const [base, quote] = symbol.split('/');
const books = await readBalances();
const [earlier] = await bot.fetchMyTrades(symbol, undefined, 1);
let [nextId, fills] = [Number(earlier?.id ?? -1) + 1, 0];
const sides = new Map(); // what to do when an order is filled: its side and price

const place = async (side, price) => {
  const order = await bot.createOrder(symbol, 'limit', side, amount, price);
  sides.set(order.id, { side, price, left: units(String(amount)) });
};
const keepBooks = async (isTrading) => {
  const trades = await bot.fetchMyTrades(symbol, undefined, 500, { fromId: nextId });
  for (const { info, order } of trades) {
    const [size, paid] = [units(info.qty), (units(info.price) * units(info.qty)) / 10n ** 18n];
    books[base] += info.isBuyer ? size : -size;
    books[quote] += info.isBuyer ? -paid : paid;
    books[info.commissionAsset] -= units(info.commission);
    [nextId, fills] = [Math.max(nextId, Number(info.id) + 1), fills + 1]; // 10 comes before 9
    const filled = sides.get(order);
    if (filled === undefined || (filled.left -= size) > 0n || !isTrading) continue;
    const [other, sign] = filled.side === 'buy' ? ['sell', 1] : ['buy', -1];
    await place(other, bot.priceToPrecision(symbol, filled.price * (1 + sign * share)));
  }
};
const { bid, ask } = await bot.fetchTicker(symbol);
for (let level = 0; level < levels; level += 1) {
  await place('buy', bot.priceToPrecision(symbol, bid * (1 - level * share)));
  await place('sell', bot.priceToPrecision(symbol, ask * (1 + level * share)));
}
for (let turn = 0; turn < seconds * 2; turn += 1) {
  await keepBooks(true);
  await bot.sleep(500);
}
await bot.cancelAllOrders(symbol);
await keepBooks(false);
const theirs = await readBalances();
const isEqual = [base, quote].every((coin) => books[coin] === theirs[coin]);
console.log(JSON.stringify({ fills, isEqual, [quote]: String(books[quote]) }));
process.exitCode = isEqual ? 0 : 1;
