import type { CommittedStep } from '../product/product.ts';
import type { Session } from '../db/index.ts';

/**
 * Rows made from committed events and nothing else, so that they can be thrown away and made again.
 * Products list theirs; the projector runs them.
 */
export interface Projection {
  /** Name of the watermark; never reused for other rows. */
  readonly name: string;
  /** Tables emptied before a rebuild. */
  readonly tables: readonly string[];
  /** Write at most this often, rarer while much comes; absent = as soon as there is anything. */
  readonly everyMs?: number;
  /** Read what it needs in memory; called once before the first `apply` and after a rebuild. */
  load(session: Session): Promise<void>;
  /** Write the rows of these steps, in the transaction that moves the watermark. */
  apply(steps: readonly CommittedStep[], session: Session): Promise<void>;
}
