// What the log says, ready to be asked: requests, payments and the family of each, nonces, root
// outpoints, amounts of outpoints, what was paid out lately, counters of passkeys, officers' acts.
// Folded from entries alone: a restart knows the same. Not here: the file (log.ts), the rules.

import { z } from 'zod';
import type { Spot } from './log.ts';
import type { Policy } from './policy.ts';
import type { NextNonce, Signed } from './shapes.ts';

const DAY_MS = 24 * 3_600_000;

/** A payment as a family has it. */
export interface BoundOutput {
  readonly paymentId: string;
  readonly to: string;
  readonly raw: string;
}

/** Fees of a member: what the next one must exceed. */
export interface MemberFees {
  /** EVM: gas limit times fee; outputs: what is paid. */
  readonly feeRaw: string;
  readonly maxFeePerGas?: string;
  readonly maxPriorityFeePerGas?: string;
}

/** An entry about something that was signed. */
export interface SignedEntry {
  readonly kind: 'signed';
  readonly atMs: number;
  readonly bodyHash: string;
  readonly network: number;
  readonly request: 'withdraw' | 'sweep' | 'gas' | 'bump' | 'cancel';
  readonly token: string | null;
  /** EVM: who sends with which nonce. */
  readonly sender: NextNonce | null;
  readonly outputs: readonly BoundOutput[];
  /** Outpoints `txid:vout` with their amounts; the first member's first is the root. */
  readonly inputs: readonly { readonly outpoint: string; readonly raw: string }[];
  readonly fees: MemberFees;
  /** Sign counters of the passkeys that were used. */
  readonly counters: Readonly<Record<string, number>>;
  readonly signed: Signed;
}

/** Any entry. */
export type Entry =
  | SignedEntry
  | { readonly kind: 'freeze'; readonly atMs: number; readonly reason: string }
  | ({ readonly kind: 'officers-freeze'; readonly atMs: number } & Counted)
  | ({ readonly kind: 'thaw'; readonly atMs: number } & Counted & {
        readonly nextNonces: readonly NextNonce[];
      })
  | ({ readonly kind: 'policy'; readonly atMs: number } & Counted & {
        readonly policyHash: string;
        readonly policy: Policy;
      });

interface Counted {
  readonly counters: Readonly<Record<string, number>>;
}

/** Transactions of which the chain takes one alone. */
export interface Family {
  readonly request: 'withdraw' | 'sweep' | 'gas';
  readonly network: number;
  readonly token: string | null;
  readonly outputs: readonly BoundOutput[];
  readonly root: string;
  readonly membersCount: number;
  /** Highest fees of its members. */
  readonly fees: MemberFees;
}

/** Sums over the last hour and day. */
class Window {
  #rows: { readonly atMs: number; readonly raw: bigint }[] = [];

  add(atMs: number, raw: bigint): void {
    this.#rows = this.#rows.filter((row) => row.atMs > atMs - DAY_MS);
    this.#rows.push({ atMs, raw });
  }

  /** Sum and number of what came after `sinceMs`. */
  read(sinceMs: number): { sumRaw: bigint; count: number } {
    const rows = this.#rows.filter(({ atMs }) => atMs > sinceMs);
    return { sumRaw: rows.reduce((sum, { raw }) => sum + raw, 0n), count: rows.length };
  }
}

const entryKind = z.looseObject({
  kind: z.enum(['signed', 'freeze', 'officers-freeze', 'thaw', 'policy']),
  atMs: z.int(),
});

/** Everything the log says. */
export class Records {
  readonly requests = new Map<string, { readonly bodyHash: string; readonly spot: Spot }>();
  readonly families = new Map<string, Family>();
  /** Payment to its one family. */
  readonly payments = new Map<string, string>();
  /** `network:outpoint` to its amount. */
  readonly outpoints = new Map<string, string>();
  /** `network:address` to the next nonce. */
  readonly nextNonces = new Map<string, number>();
  readonly officerCounters = new Map<string, number>();
  readonly policyHashes = new Set<string>();
  readonly #windows = new Map<string, Window>();
  policy: Policy | undefined;
  frozen: string | undefined;
  sequence = 0;
  lastAtMs = 0;

  /** Take an entry in, in the order of the log. */
  apply(raw: unknown, spot: Spot): void {
    entryKind.parse(raw);
    // Its hash was right: this process wrote it.
    const entry = raw as Entry;
    this.lastAtMs = Math.max(this.lastAtMs, entry.atMs);
    if (entry.kind === 'freeze') {
      this.frozen = entry.reason;
      return;
    }
    for (const [officerId, counter] of Object.entries(entry.counters)) {
      this.officerCounters.set(officerId, counter);
    }
    if (entry.kind === 'signed') this.#applySigned(entry, spot);
    else this.#applyAct(entry);
  }

  /** The window of a name, such as `pay:1:native`. */
  window(name: string): Window {
    const found = this.#windows.get(name) ?? new Window();
    this.#windows.set(name, found);
    return found;
  }

  #applyAct(entry: Exclude<Entry, SignedEntry | { kind: 'freeze' }>): void {
    this.sequence += 1;
    if (entry.kind === 'officers-freeze') this.frozen = 'officer';
    if (entry.kind === 'policy') {
      this.policyHashes.add(entry.policyHash);
      this.policy = entry.policy;
    }
    if (entry.kind !== 'thaw') return;
    this.frozen = undefined;
    for (const next of entry.nextNonces) this.#raiseNonce(next, next.nonce);
  }

  #raiseNonce({ network, address }: NextNonce, nonce: number): void {
    const key = `${network}:${address}`;
    this.nextNonces.set(key, Math.max(nonce, this.nextNonces.get(key) ?? 0));
  }

  #applySigned(entry: SignedEntry, spot: Spot): void {
    const { requestId, family: name } = entry.signed;
    this.requests.set(requestId, { bodyHash: entry.bodyHash, spot });
    for (const { outpoint, raw } of entry.inputs) {
      this.outpoints.set(`${entry.network}:${outpoint}`, raw);
    }
    for (const { paymentId } of entry.outputs) this.payments.set(paymentId, name);
    if (entry.sender !== null) this.#raiseNonce(entry.sender, entry.sender.nonce + 1);
    this.#count(entry, this.families.get(name));
    this.families.set(name, joinFamily(entry, this.families.get(name)));
  }

  #count(entry: SignedEntry, before: Family | undefined): void {
    const fee = BigInt(entry.fees.feeRaw) - BigInt(before?.fees.feeRaw ?? '0');
    if (fee > 0n) this.window(`fee:${entry.network}`).add(entry.atMs, fee);
    if (before !== undefined) return;
    const sum = entry.outputs.reduce((total, { raw }) => total + BigInt(raw), 0n);
    const name = `${entry.request}:${entry.network}:${entry.token ?? 'native'}`;
    this.window(name).add(entry.atMs, sum);
  }
}

function joinFamily(entry: SignedEntry, before: Family | undefined): Family {
  if (before !== undefined) {
    // A bump of a native sweep sends less, so that the sum with the fee stays.
    const outputs = entry.request === 'cancel' ? before.outputs : entry.outputs;
    return { ...before, outputs, membersCount: before.membersCount + 1, fees: entry.fees };
  }
  return {
    request: entry.request as Family['request'],
    network: entry.network,
    token: entry.token,
    outputs: entry.outputs,
    root: entry.inputs[0]?.outpoint ?? '',
    membersCount: 1,
    fees: entry.fees,
  };
}
