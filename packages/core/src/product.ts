// What a product with orders of its own owes the engine. Not here: any product.
// Implemented by products/<name>, called by engine.ts, dump.ts.
import type { Command } from './command.ts';
import type { CoreContext, Handler, Handlers, WriteLine } from './context.ts';
import type { InstrumentCommands } from './instruments/commands.ts';
import type { LedgerCommands } from './ledger/commands.ts';
import type { LookAhead } from './look-ahead.ts';

/** What a product is made of. */
export interface ProductContext extends CoreContext {
  /** State changes of markets and the next indication, for the auction. */
  readonly instrumentCommands: InstrumentCommands;
  /** Posted transfers, for close-outs. */
  readonly ledgerCommands: LedgerCommands;
}

/** The commands of orders. */
export type OrderHandlers = Handlers<
  | 'placeOrder'
  | 'cancelOrder'
  | 'amendOrder'
  | 'cancelReplace'
  | 'placeOrderList'
  | 'cancelOrderList'
  | 'batchOrders'
  | 'cancelAllOrders'
  | 'setDeadMan'
  | 'closeOutDust'
>;

/** How much of what orders fill is in use, for the look before each command. */
export interface SpotRooms {
  readonly countOrders: () => number;
  /** Pages of prices in which orders rest. */
  readonly countBookPages: () => number;
  /** Orders that wait for a price or for another order. */
  readonly countWaiting: () => number;
  readonly countLists: () => number;
  /** Close-outs of the day of the core time. */
  readonly countCloseOuts: () => number;
  readonly closeOutsMax: number;
}

/** The spot product of one engine, as the engine sees it. */
export interface SpotProduct {
  readonly handlers: OrderHandlers;
  /** Reads ahead what orders will touch; keys are not spot's. */
  readonly lookAhead: Omit<LookAhead, 'noteKey'>;
  /** How much of what orders fill is in use. */
  readonly rooms: SpotRooms;
  /** The number that the next order will have. */
  readonly readNextOrderId: () => number;
  /** The number that the next order list will have. */
  readonly readNextListId: () => number;
  /** Sections 8 to 10 of the state dump: queues, orders, lists. */
  readonly dumpOrders: (writeLine: WriteLine) => void;
  /** Section 11: armed dead-man switches by account. */
  readonly dumpDeadMen: (writeLine: WriteLine) => void;
  /** Section 13: close-outs of the day of the core time. */
  readonly dumpCloseOuts: (writeLine: WriteLine) => void;
}

/** Any handler as the engine's table holds it. */
export type AnyHandler = Handler<Command>;
