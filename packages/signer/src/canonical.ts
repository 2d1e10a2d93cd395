// One text and one hash for a value, whatever the order of its fields was.
// Used for bodies of requests, payments, acts of officers and the policy.
import { createHash } from 'node:crypto';

/** JSON with sorted fields; what is undefined is left out. */
export function writeCanonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeCanonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .toSorted(([one], [two]) => (one < two ? -1 : 1))
    .map(([name, inner]) => `${JSON.stringify(name)}:${writeCanonical(inner)}`);
  return `{${fields.join(',')}}`;
}

/** SHA-256 of a text, in hex. */
export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A payment as officers approve it: nonce and fees come later and change. */
export interface Payment {
  readonly paymentId: string;
  readonly network: number;
  /** Address of the contract; null is the chain's own coin. */
  readonly token: string | null;
  readonly to: string;
  /** In the smallest unit of the chain, decimal text. */
  readonly raw: string;
}

/** What an officer's passkey signs for a payment, in hex. */
export function hashPayment({ paymentId, network, token, to, raw }: Payment): string {
  return hashText(`isobath payment\n${writeCanonical({ paymentId, network, token, to, raw })}`);
}

/** An act of officers: `sequence` of the signer's status makes each valid once. */
export type OfficerAct =
  | { readonly act: 'freeze'; readonly sequence: number }
  | { readonly act: 'thaw'; readonly sequence: number; readonly nextNonces: readonly unknown[] }
  | { readonly act: 'policy'; readonly sequence: number; readonly policyHash: string };

/** What an officer's passkey signs for an act, in hex. */
export function hashAct(act: OfficerAct): string {
  return hashText(`isobath act\n${writeCanonical(act)}`);
}
