// Prints what happens to a signed-in person's orders. After a cut it goes on where it stopped; what
// is no longer kept is loaded anew. In a browser the session cookie goes along by itself; a program
// hands it over: node own-orders.ts http://127.0.0.1:4870 "__Host-session=..."
import process from 'node:process';
import { createHttpClient, createSocket, listenPrivate } from '@isobath/sdk';
import { spotRoutes } from '@isobath/wire';

const [address = 'http://127.0.0.1:4870', cookie = ''] = process.argv.slice(2);
const headers = { cookie, origin: address };
const client = createHttpClient({ baseUrl: address, headers });
const live = createSocket({
  url: `${address.replace(/^http/, 'ws')}/ws`,
  // In Node it takes headers, of which the types of browsers know nothing.
  open: (url) => Reflect.construct(WebSocket, [url, { headers }]),
});
listenPrivate(live, {
  onReset: async () => {
    const open = await client.call(spotRoutes.openOrders, { query: {} });
    console.log(`${open.rows.length} open orders`);
  },
  onOrder: (order) => console.log(order.symbol, order.side, order.quantity, order.status),
  onFill: (fill) => console.log('filled', fill.quantity, 'at', fill.price),
  onBalances: (balances) => console.log(balances.map((row) => `${row.asset} ${row.available}`)),
});
