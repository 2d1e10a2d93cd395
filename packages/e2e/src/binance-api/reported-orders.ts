// Orders of every type, and how their reports name what questions answer. Used by the test of what
// is told of orders.
type Message = Record<string, unknown>;

/** Fields of a report by the names that questions and answers have for them. */
const REPORTED: Readonly<Record<string, string>> = {
  s: 'symbol',
  i: 'orderId',
  g: 'orderListId',
  c: 'clientOrderId',
  p: 'price',
  q: 'origQty',
  z: 'executedQty',
  Q: 'origQuoteOrderQty',
  Z: 'cummulativeQuoteQty',
  X: 'status',
  f: 'timeInForce',
  o: 'type',
  S: 'side',
  P: 'stopPrice',
  F: 'icebergQty',
  O: 'time',
  T: 'updateTime',
  W: 'workingTime',
  V: 'selfTradePreventionMode',
  d: 'trailingDelta',
  D: 'trailingTime',
  j: 'strategyId',
  J: 'strategyType',
  eR: 'expiryReason',
};

/** What a report says, as a question would be answered. */
export function readReport(report: Message): Message {
  const pairs = Object.entries(REPORTED).filter(([name]) => Object.hasOwn(report, name));
  const reported = Object.fromEntries(pairs.map(([name, field]) => [field, report[name]]));
  return { workingTime: -1, ...reported };
}

/** A limit order of a thousandth. */
export const limit = (side: string, price: string) => ({
  side,
  type: 'LIMIT',
  timeInForce: 'GTC',
  quantity: '0.001',
  price,
});

const sized = { side: 'BUY', quantity: '0.001', newOrderRespType: 'RESULT' };

/** Orders as they are placed while somebody sells at 30,000, and the status they come to. */
export const reportedOrders: readonly (readonly [
  name: string,
  terms: Readonly<Record<string, string>>,
  status: string,
])[] = [
  ['LIMIT that rests', { ...sized, timeInForce: 'GTC', price: '20000' }, 'NEW'],
  [
    'LIMIT that shows a part',
    { ...sized, timeInForce: 'GTC', price: '20000', icebergQty: '0.0005' },
    'NEW',
  ],
  ['LIMIT that takes', { ...sized, timeInForce: 'GTC', price: '30000' }, 'FILLED'],
  ['LIMIT at once', { ...sized, timeInForce: 'IOC', price: '20000' }, 'EXPIRED'],
  ['LIMIT_MAKER', { ...sized, price: '20000' }, 'NEW'],
  ['MARKET by size', sized, 'FILLED'],
  ['MARKET by amount', { side: 'BUY', quoteOrderQty: '30', newOrderRespType: 'RESULT' }, 'FILLED'],
  ['MARKET that finds too little', { ...sized, quantity: '0.003' }, 'EXPIRED'],
  ['STOP_LOSS', { ...sized, stopPrice: '40000' }, 'NEW'],
  ['STOP_LOSS that trails', { ...sized, trailingDelta: '500' }, 'NEW'],
  ['STOP_LOSS_LIMIT', { ...sized, timeInForce: 'GTC', price: '41000', stopPrice: '40000' }, 'NEW'],
  ['TAKE_PROFIT', { ...sized, stopPrice: '25000', strategyId: '4' }, 'NEW'],
  [
    'TAKE_PROFIT_LIMIT',
    { ...sized, timeInForce: 'GTC', price: '26000', stopPrice: '25000' },
    'NEW',
  ],
];
