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
  /**
   * Read what it needs in memory; called before the first `apply`, and again after a rebuild or
   * a failure: what was taken in before and not written is forgotten.
   */
  load(session: Session): Promise<void>;
  /**
   * Take steps in as they come and keep only what rows need: for one that writes rarely, or needs
   * little of them. `apply` then gets none and writes, at once after the call, what was taken in.
   *
   * @returns how many rows wait; with very many they are written before their time.
   */
  gather?(steps: readonly CommittedStep[]): number;
  /** Write the rows of these steps, in the transaction that moves the watermark. */
  apply(steps: readonly CommittedStep[], session: Session): Promise<void>;
}
