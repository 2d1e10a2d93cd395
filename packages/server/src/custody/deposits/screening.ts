// Who looks at where a deposit comes from before it counts. Without somebody who does, all pass.
// Called by what counts deposits; made by custody's process.

/** What is looked at. */
export interface ScreenedReceipt {
  /** Addresses that paid; none where the chain does not say it. */
  readonly from: readonly string[];
  readonly networkId: number;
  readonly assetId: number;
  readonly raw: bigint;
}

/** What was found: it counts; it waits for people; it goes back, and why. */
export type ScreeningAnswer =
  | { readonly kind: 'pass' }
  | { readonly kind: 'hold' }
  | { readonly kind: 'refuse'; readonly code: string };

/** Looks at a deposit. Where it fails, the deposit is held. */
export type ScreenDeposit = (receipt: ScreenedReceipt) => Promise<ScreeningAnswer>;

/** Lets all pass. */
export const screenNothing: ScreenDeposit = async () => ({ kind: 'pass' });
