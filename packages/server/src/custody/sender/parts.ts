// What the parts of the sender stand on and share.
// Made by index.ts; no part knows another's memory: all that must last stands in rows.

import type { Database } from '../../base/db/index.ts';
import type { ChainHead } from '../chains/port.ts';
import type { Fence } from '../epoch.ts';
import type { SignerLink } from '../keys/signer-link.ts';
import type { CustodyMoney } from '../money.ts';
import type { OpenNetwork } from '../networks.ts';

/** What a withdrawal is screened by. */
export interface ScreenedPayment {
  readonly withdrawalId: number;
  readonly ownerId: number;
  readonly networkId: number;
  readonly assetId: number;
  readonly address: string;
  readonly receivesRaw: bigint;
}

/**
 * What was found: it goes on; nobody knows yet; people look, since it was found, since nobody has
 * answered, since the exchange that keeps the address does not know the receiver, or did not
 * answer; its money goes back.
 */
export type PaymentAnswer =
  | 'pass'
  | 'wait'
  | 'hold'
  | 'late'
  | 'travel_refused'
  | 'travel_late'
  | 'refuse';

/** Says whether money may go to an address; what throws is asked again, nothing is sent before. */
export type ScreenWithdrawal = (payment: ScreenedPayment) => Promise<PaymentAnswer>;

/** How patient the sender is. */
export interface SenderPace {
  /** A batch of outputs is closed after so long, or when it is full. */
  readonly batchAfterMs: number;
  /** What waits so long, or so many blocks, offers more. */
  readonly bumpAfterMs: number;
  readonly bumpAfterBlocks: number;
  /** What the signer refused for now is asked again after so long. */
  readonly againAfterMs: number;
  /** From so many outputs on they become one, where a thousand virtual bytes cost less. */
  readonly joinFromCount: number;
  readonly joinBelowRaw: bigint;
}

/** As the sender runs when nothing else is said. */
export const SENDER_PACE: SenderPace = {
  batchAfterMs: 20_000,
  bumpAfterMs: 120_000,
  bumpAfterBlocks: 3,
  againAfterMs: 60_000,
  joinFromCount: 20,
  joinBelowRaw: 5_000n,
};

/** What the sender stands on. */
export interface SenderParts {
  readonly database: Database;
  readonly fence: Pick<Fence, 'write'>;
  readonly signer: Pick<SignerLink, 'call' | 'keys'>;
  readonly listNetworks: () => readonly OpenNetwork[];
  readonly money: CustodyMoney;
  readonly screen: ScreenWithdrawal;
  readonly readNowMs: () => number;
  readonly report: (error: unknown) => void;
  readonly pace: SenderPace;
}

/** A network at one look: its end, and our address there. */
export interface Looked extends OpenNetwork {
  readonly head: ChainHead;
  /** As the signer writes it. */
  readonly hot: string;
}

/** Blocks on top of a block, itself among them, until what it holds is done. */
export function isDeepEnough({ family, needed, head }: Looked, height: number): boolean {
  if (family !== 'evm') return head.height - height + 1 >= UTXO_CONFIRMATIONS;
  if (needed === 0) return head.finalHeight !== undefined && height <= head.finalHeight;
  return head.height - height + 1 >= needed;
}

const UTXO_CONFIRMATIONS = 2;
