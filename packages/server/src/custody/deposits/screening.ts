// Who looks at where a deposit comes from before it counts. Without somebody who does, all pass.
// Called by what counts deposits; made by custody's process.

/** What is looked at. */
export interface ScreenedReceipt {
  readonly depositId: number;
  readonly ownerId: number;
  /** Addresses that paid; none where the chain does not say it. */
  readonly from: readonly string[];
  readonly networkId: number;
  readonly assetId: number;
  readonly raw: bigint;
}

/**
 * What was found: it counts; nobody knows yet, and nothing is done; it waits for people, or for
 * somebody who has not answered so long; it goes back, and why.
 */
export type ScreeningAnswer =
  | { readonly kind: 'pass' }
  | { readonly kind: 'wait' }
  | { readonly kind: 'hold'; readonly isDown?: boolean }
  | { readonly kind: 'refuse'; readonly code: string };

/** Looks at a deposit. Where it fails, the deposit is held. */
export type ScreenDeposit = (receipt: ScreenedReceipt) => Promise<ScreeningAnswer>;

/** Looks at deposits. */
export interface Screening {
  readonly screenDeposit: ScreenDeposit;
  /** Ask about what came on a network, so that the answer is there when it is deep enough. */
  readonly begin: (networkId: number) => Promise<void>;
}

/** Lets all pass. */
export const screenNothing: ScreenDeposit = async () => ({ kind: 'pass' });
