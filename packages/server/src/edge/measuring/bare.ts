// The floor of the trading API: the same HTTP library, one handler that only parses what an order
// sends and answers as much as an order's answer is long, with as many readers connected, who hear
// nothing. No signature, no engine, no database. Started by the bench as a program of its own;
// prints its address. Nothing of the product uses it.
import Fastify from 'fastify';
import { WebSocketServer } from 'ws';

const app = Fastify({ logger: false });
app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

/** As long as the answer to a resting order. */
const ANSWER = {
  symbol: 'BTCUSDT',
  orderId: 1_000_000,
  orderListId: -1,
  transactTime: 1_700_000_000_000,
  price: '20000.00000000',
  origQty: '0.00100000',
  executedQty: '0.00000000',
  origQuoteOrderQty: '0.00000000',
  cummulativeQuoteQty: '0.00000000',
  status: 'NEW',
  timeInForce: 'GTC',
  type: 'LIMIT',
  side: 'BUY',
  workingTime: 1_700_000_000_000,
  selfTradePreventionMode: 'EXPIRE_MAKER',
  fills: [],
};

app.route({
  method: ['POST', 'DELETE'],
  url: '/api/v3/order',
  handler: async (request) => {
    const body = new URLSearchParams(String(request.body ?? ''));
    const query = request.query as Record<string, string>;
    const clientOrderId = query['newClientOrderId'] ?? body.get('newClientOrderId') ?? '';
    return { ...ANSWER, clientOrderId };
  },
});

const readers = new WebSocketServer({ noServer: true, perMessageDeflate: false });
app.server.on('upgrade', (request, socket, head) => {
  readers.handleUpgrade(request, socket, head, () => {});
});

console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
