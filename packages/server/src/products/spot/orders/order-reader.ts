// What makes rows of people's orders: several readers that hear the same events, over one fold of
// orders for all of them. No row of its own. Used by projection.ts, which puts them together.
import type { CoreEvent } from '@isobath/core';
import type { Session } from '../../../base/db/index.ts';
import type { CommittedStep } from '../../../base/product/index.ts';
import type { OrderRecord } from './order-rows.ts';

/** One event, and what it did to orders. */
interface ReadEvent {
  readonly event: CoreEvent;
  readonly step: CommittedStep;
  /** Rows it touched, as they are now; they change with later events. */
  readonly touched: readonly OrderRecord[];
}

/** Gathers from events and writes. */
export interface OrderReader {
  /** Tables it writes, emptied before a rebuild. */
  readonly tables: readonly string[];
  load(session: Session): Promise<void>;
  /** Forget what was gathered and not written. */
  reset(): void;
  /** Orders that are open, before an event changes them. */
  beforeEvent?(event: CoreEvent, step: CommittedStep, open: ReadonlyMap<number, OrderRecord>): void;
  take(read: ReadEvent): void;
  /** All events of a step were taken. */
  endStep?(step: CommittedStep): void;
  write(session: Session): Promise<void>;
}
