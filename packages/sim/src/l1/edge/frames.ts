// What goes over the socket, as its specification says it. Read by listener.ts and local-book.ts.

/** A message of a channel. */
export interface ChannelFrame {
  readonly ch: string;
  readonly type: 'snapshot' | 'diff' | 'event' | 'balances';
  readonly first: number;
  readonly last: number;
  readonly at: number;
  readonly data: unknown;
}

/** The answer to what a reader sent. */
export interface AnswerFrame {
  readonly id: number;
  readonly code: number;
}

/** A trade as everybody sees it. */
export interface PublicTrade {
  readonly id: string;
  readonly time: number;
  readonly price: string;
  readonly amount: string;
  readonly side: 'buy' | 'sell';
}

interface OrderData {
  readonly orderId: string;
  readonly symbol: string;
  readonly status: string;
  readonly quantity: string;
  readonly executedQuantity: string;
  readonly preventedQuantity: string;
}

/** One balance that is not zero. */
export interface BalanceData {
  readonly coinId: number;
  readonly available: string;
  readonly held: string;
}

/** What one person alone is told. */
export interface PrivateEvent {
  readonly seq: number;
  readonly kind: 'order' | 'fill' | 'balance' | 'account';
  readonly at: number;
  readonly data: unknown;
  readonly order?: OrderData;
  readonly step?: string;
}

/** `data` of news about an order. */
export type OrderNews = OrderData;

/** `data` of news about a fill. */
export interface FillNews {
  readonly orderId: string;
  readonly tradeId: string;
  readonly symbol: string;
  readonly price: string;
  readonly quantity: string;
}

/** Codes of answers. */
export const codes = { ok: 200, notSignedIn: 10002, notFound: 10005, snapshotRequired: 10022 };

/** Codes with which a socket is closed. */
export const closings = { auth: 4001, slow: 4008 };
