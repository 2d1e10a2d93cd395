// Requests to sign, of either family of chains. Types alone.

import type { SignRequest } from '@isobath/signer/client';

/** A request on an EVM chain. */
export type EvmSignRequest = Extract<SignRequest, { nonce: number }>;

/** A request on a chain of outputs. */
export type UtxoSignRequest = Exclude<SignRequest, { nonce: number }>;
