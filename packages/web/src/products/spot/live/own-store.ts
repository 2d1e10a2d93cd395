// What is mine: open orders, closed ones, fills, balances, and orders on their way. Lists come once
// by call and are kept true by the private channel; a missed number loads them anew. Not here:
// sending (send.ts). One store for a signed-in page, whatever market it shows.
import { type Client, listenPrivate, type Live } from '@isobath/sdk';
import {
  type BalanceRow,
  type FillRow,
  type OrderRow,
  type PlaceOrderBody,
  spotRoutes,
} from '@isobath/wire';
import { createValue, type Value } from '../../../base/value.ts';

/** An order that was sent and is not yet seen in the private channel, or was refused. */
export interface SentOrder {
  readonly key: string;
  readonly body: PlaceOrderBody;
  readonly state: 'sending' | 'failed' | 'unknown';
  readonly message: string;
  readonly atMs: number;
}

/** Where a list stands. */
export interface OwnList<TRow> {
  readonly state: 'loading' | 'here' | 'failed';
  readonly rows: readonly TRow[];
  readonly code: string;
}

/** What happened to me, for sounds, notices and marks. */
export type OwnNews =
  | { readonly kind: 'fill'; readonly fill: FillRow }
  | { readonly kind: 'closed'; readonly order: OrderRow }
  | { readonly kind: 'opened'; readonly order: OrderRow };

/** The live store of one person. */
export interface OwnStore {
  readonly open: Value<OwnList<OrderRow>>;
  readonly history: Value<OwnList<OrderRow>>;
  readonly fills: Value<OwnList<FillRow>>;
  readonly balances: Value<OwnList<BalanceRow>>;
  readonly sent: Value<readonly SentOrder[]>;
  addSent(order: SentOrder): void;
  changeSent(key: string, values: Partial<SentOrder>): void;
  dropSent(key: string): void;
  /** Hear what happens; @returns stop. */
  listenNews(onNews: (news: OwnNews) => void): () => void;
  /** Hear the newest step that is mine, 0 when much may have happened; @returns stop. */
  listenSteps(onStep: (step: number) => void): () => void;
  /**
   * Ask where the trailing stops stand: they move with the market, and a move is no event of their
   * owner.
   */
  refreshTrailing(): Promise<void>;
  /** Load all lists again. */
  load(): Promise<void>;
  close(): void;
}

const openStates = new Set(['PENDING_NEW', 'NEW', 'PARTIALLY_FILLED']);
const rowsMax = 500;
const loading = { state: 'loading', rows: [], code: '' } as const;

/** True while an order can still trade or wait. */
export function isOpenOrder(order: OrderRow): boolean {
  return openStates.has(order.status);
}

/** True for a coin of which there is something. */
export function hasBalance(row: BalanceRow): boolean {
  return /[1-9]/.test(row.available + row.held);
}

function upsert<TRow>(
  list: OwnList<TRow>,
  row: TRow,
  isSame: (other: TRow) => boolean,
): OwnList<TRow> {
  const at = list.rows.findIndex(isSame);
  const rows = at < 0 ? [row, ...list.rows].slice(0, rowsMax) : list.rows.with(at, row);
  return { ...list, rows };
}

const sameOrder = (order: OrderRow) => (other: OrderRow) => other.orderId === order.orderId;

/** Fetch a list into its value, then what was heard meanwhile; a failure keeps the old rows. */
async function bring<TRow>(
  value: Value<OwnList<TRow>>,
  ask: () => Promise<{ rows: readonly TRow[] }>,
  hearAgain: () => void,
): Promise<void> {
  try {
    const { rows } = await ask();
    value.set({ state: 'here', rows, code: '' });
    hearAgain();
  } catch (error) {
    const code = String((error as { code?: number }).code ?? '');
    value.set({ ...value.read(), state: 'failed', code });
  }
}

/** Open the store of the signed-in person. */
export function openOwnStore(client: Client, live: Live): OwnStore {
  const open = createValue<OwnList<OrderRow>>(loading);
  const history = createValue<OwnList<OrderRow>>(loading);
  const fills = createValue<OwnList<FillRow>>(loading);
  const balances = createValue<OwnList<BalanceRow>>(loading);
  const sent = createValue<readonly SentOrder[]>([]);
  const newsListeners = new Set<(news: OwnNews) => void>();
  const stepListeners = new Set<(step: number) => void>();
  const describeStep = (step: number) => {
    for (const listener of stepListeners) listener(step);
  };
  const describe = (news: OwnNews) => {
    for (const listener of newsListeners) listener(news);
  };

  function dropSent(key: string): void {
    sent.set(sent.read().filter((order) => order.key !== key));
  }

  /** Put an order where it belongs. @returns whether it was not there before. */
  function putOrder(order: OrderRow): boolean {
    const isSame = sameOrder(order);
    const wasClosed = history.read().rows.some(isSame);
    if (!isOpenOrder(order)) {
      open.set({ ...open.read(), rows: open.read().rows.filter((other) => !isSame(other)) });
      history.set(upsert(history.read(), order, isSame));
      return !wasClosed;
    }
    // A list that was asked for after this happened may know more.
    const known = open.read().rows.find(isSame);
    if (wasClosed || (known !== undefined && known.updatedAt > order.updatedAt)) return false;
    open.set(upsert(open.read(), order, isSame));
    return known === undefined;
  }

  function putFill(fill: FillRow): boolean {
    const isSame = (other: FillRow) =>
      other.tradeId === fill.tradeId && other.orderId === fill.orderId;
    const isKnown = fills.read().rows.some(isSame);
    fills.set(upsert(fills.read(), fill, isSame));
    return !isKnown;
  }

  /** What each load under way has not heard of: its answers may be from before. */
  const unheard = new Set<(() => void)[]>();
  function note(again: () => void): void {
    for (const load of unheard) load.push(again);
  }

  function takeOrder(order: OrderRow): void {
    if (order.clientOrderId !== '') dropSent(order.clientOrderId);
    note(() => putOrder(order));
    if (putOrder(order)) describe({ kind: isOpenOrder(order) ? 'opened' : 'closed', order });
  }

  function takeFill(fill: FillRow, order: OrderRow | undefined): void {
    note(() => putFill(fill));
    const isNew = putFill(fill);
    if (order !== undefined) takeOrder(order);
    if (isNew) describe({ kind: 'fill', fill });
  }

  function takeBalances(rows: readonly BalanceRow[]): void {
    const take = () => balances.set({ state: 'here', rows, code: '' });
    note(take);
    take();
  }

  async function refreshTrailing(): Promise<void> {
    const rows = open.read().rows.filter((order) => order.trailingDeltaBps > 0);
    for (const { orderId } of rows) {
      const found = await client.call(spotRoutes.order, { query: { orderId } }).catch(() => null);
      // It may have been filled or cancelled while the answer was on its way.
      const now = open.read();
      const at = now.rows.findIndex((order) => order.orderId === orderId);
      const row = now.rows[at];
      if (found === null || row === undefined || row.stopPrice === found.stopPrice) continue;
      open.set({ ...now, rows: now.rows.with(at, { ...row, stopPrice: found.stopPrice }) });
    }
  }

  async function load(): Promise<void> {
    const events: (() => void)[] = [];
    unheard.add(events);
    const again = () => {
      for (const hear of events) hear();
    };
    await Promise.all([
      bring(open, () => client.call(spotRoutes.openOrders, { query: { limit: 200 } }), again),
      bring(history, () => client.call(spotRoutes.orderHistory, { query: { limit: 100 } }), again),
      bring(fills, () => client.call(spotRoutes.fills, { query: { limit: 100 } }), again),
      bring(balances, () => client.call(spotRoutes.balances), again),
    ]);
    unheard.delete(events);
  }

  const stop = listenPrivate(live, {
    onReset() {
      void load();
      describeStep(0);
    },
    onOrder: takeOrder,
    onFill: takeFill,
    onBalances: takeBalances,
    onStep: describeStep,
  });

  return {
    open,
    history,
    fills,
    balances,
    sent,
    addSent: (order) => sent.set([order, ...sent.read()]),
    changeSent: (key, values) =>
      sent.set(sent.read().map((order) => (order.key === key ? { ...order, ...values } : order))),
    dropSent,
    listenNews(onNews) {
      newsListeners.add(onNews);
      return () => newsListeners.delete(onNews);
    },
    listenSteps(onStep) {
      stepListeners.add(onStep);
      return () => stepListeners.delete(onStep);
    },
    refreshTrailing,
    load,
    close: stop,
  };
}
