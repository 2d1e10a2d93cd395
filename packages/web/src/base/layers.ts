// What can be opened over a page by name: a product asks for it here, the shell brings it.
// So a part of one product stands on the pages of others, and none of them knows the other.
import type { TransferType } from '@isobath/wire';
import { createValue } from './value.ts';

/** A transfer to begin with; without a source the account that has something of the coin. */
export interface TransferRequest {
  readonly source?: TransferType | undefined;
  /** Left out: whichever account there is beside. */
  readonly target?: TransferType | undefined;
  /** The pair of an isolated account, by its number. */
  readonly tradeId?: number | undefined;
  /** Short name of the coin, such as "BTC". */
  readonly asset?: string | undefined;
}

/** A price alert to begin with. */
export interface AlertRequest {
  /** Such as btc_usdt. */
  readonly symbol: string;
}

/** A layer that is open: its name, what it begins with, and how often one was opened. */
export type OpenLayer = { readonly count: number } & (
  | { readonly name: 'transfer'; readonly request: TransferRequest }
  | { readonly name: 'alert'; readonly request: AlertRequest }
);

/** The open layer, null while there is none. */
export const openLayer = createValue<OpenLayer | null>(null);

let count = 0;

/** Open the transfer over the page that is shown. */
export function openTransfer(request: TransferRequest): void {
  count += 1;
  openLayer.set({ name: 'transfer', request, count });
}

/** Open a price alert over the page that is shown. */
export function openAlert(request: AlertRequest): void {
  count += 1;
  openLayer.set({ name: 'alert', request, count });
}

/** Close whatever is open. */
export function closeLayer(): void {
  openLayer.set(null);
}
