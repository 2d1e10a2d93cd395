// The names and shapes of what the operator's tool may ask a running server.
// It answers nothing: handlers are registered in a list (server.ts) by the rooms that own them.
// Read by the rooms that register and by `cli`.

import type { ReferenceTableName, ListingKind } from '@isobath/wire';

/** Every question with its parameters. Ids and sequences are numbers, amounts text. */
export interface OperatorRequests {
  /** State of the whole: mode, sequences, processes. */
  'server.status': Record<string, never>;
  /** Journal a command; `command` as in docs/rules, in JSON with amounts as text. */
  'engine.submit': { command: Record<string, unknown> };
  'engine.status': Record<string, never>;
  /** Full logical state hash, now or as of a sequence. */
  'engine.hash': { atSequence?: number };
  'engine.verify': Record<string, never>;
  'engine.solvency': Record<string, never>;
  /** Journal and events as JSON lines, written to a file by the server. */
  'engine.dump': { file: string; fromSequence?: number; toSequence?: number };
  'engine.halt': { reason?: string };
  /** Take nothing but cancels; `engine.resume` ends it. */
  'engine.cancelOnly': { reason?: string };
  'engine.resume': Record<string, never>;
  /** Halt, and keep the state for a release with other rules. */
  'engine.closeEra': Record<string, never>;
  'market.list': Record<string, never>;
  'market.set': { symbol: string; changes: Record<string, string> };
  'market.halt': { symbol: string };
  'market.resume': { symbol: string };
  /** Move it to a state by the word that the wire has for it. */
  'market.state': { symbol: string; state: string };
  /** Run the phases of a call auction; `openAtMs` UTC milliseconds. */
  'market.auction': { symbol: string; openAtMs: number };
  /** Things that are listed of a kind, with their fields. */
  'listing.list': { kind: ListingKind };
  /** List a thing, or change one; a trial only says what it would do. */
  'listing.set': {
    kind: ListingKind;
    key: string;
    fields: Readonly<Record<string, string>>;
    must: 'add' | 'set';
    isTrial: boolean;
  };
  /** Close a market and cancel its orders. */
  'listing.delist': { market: string };
  /** All that a file says, or nothing. */
  'listing.import': { text: string; format: 'csv' | 'json'; isTrial: boolean };
  'listing.export': { format: 'csv' | 'json' };
  /** The picture of a coin in base64; absent: it has none any more. */
  'coin.picture': { coin: string; picture?: string };
  'projections.rebuild': { name?: string };
  /** Make a proof of reserves now. */
  'reserves.prove': Record<string, never>;
  /** What stands in the queue of jobs, and the newest period of each. */
  'jobs.list': Record<string, never>;
  /** Let one be tried again from the beginning. */
  'jobs.retry': { jobId: number };
  /** Take one away undone. */
  'jobs.remove': { jobId: number };
  /** Values that pages read. */
  'config.list': Record<string, never>;
  /** Set one; `value` is JSON text. */
  'config.set': { name: string; value: string };
  /** Rows of a table that the operator keeps. */
  'table.list': { table: ReferenceTableName };
  /** Change cells of a row or add it; every cell is text. */
  'table.set': {
    table: ReferenceTableName;
    key: string;
    changes: Readonly<Record<string, string>>;
  };
  'table.remove': { table: ReferenceTableName; key: string };
  /** Close the exchange for maintenance, or open it; `endsAtMs` UTC milliseconds. */
  'maintenance.set': { isOn: boolean; endsAtMs?: number };
  'user.create': {
    email: string;
    password: string;
    fund?: readonly { asset: string; amount: string }[];
    adminRole?: string;
  };
  /** Say how a check of identity stands; status `none` takes all records away. */
  'user.identity': { user: string; type: string; status: string };
  /** Set level and kind of VIP; `byVolume` leaves the level to what is traded. */
  'user.vip': { user: string; level?: number; type?: number; byVolume?: boolean };
  /** People of one group do not trade with each other; 0 takes a person out. */
  'user.group': { user: string; group: number };
  /** Make somebody of the back office; without a password one is made and shown this once. */
  'operator.create': { email: string; role: string; password?: string };
  'operator.list': Record<string, never>;
  /** Let one in no more. */
  'operator.disable': { email: string };
  /** Let one who was let go in again. */
  'operator.enable': { email: string };
  /** Take the second factor away: the next sign-in sets up a new one. Opens nothing else. */
  'operator.reset': { email: string };
  /** Make an API key for the user of a mail address. */
  'keys.create': {
    user: string;
    permissions: readonly string[];
    ipList?: readonly string[];
    label?: string;
    publicKey?: string;
  };
  /** How the signer is, as custody told it last. */
  'custody.status': Record<string, never>;
  /** Officers, and passkeys that wait to become some. */
  'custody.officers': Record<string, never>;
  /** A link for a passkey; the token that it carries is known to the tool alone. */
  'custody.link': { officer: string; tokenHash: string };
  /** Networks that are listed, and how far they were read. */
  'network.list': Record<string, never>;
  /** List a network with its coins, or change terms; `text` is JSON. */
  'network.set': { text: string; isTrial: boolean };
  /** What came of a link: the passkey that was made, or that none was yet. */
  'custody.enrolled': { officer: string };
  /** The browser shows this fingerprint: where there are officers, they are asked for one more. */
  'custody.confirm': { officer: string; fingerprint: string };
  /** Take the host's freeze away, and ask two officers for the rest. */
  'custody.thaw': Record<string, never>;
  /** Ask two officers for another policy; `text` is JSON. */
  'custody.policy': { text: string };
  /** Addresses with their statements, the oldest first. */
  'custody.addresses': { count: number };
  /** Sandbox only: a new password for the person with a past, shown once. */
  'user.demo': Record<string, never>;
  /** Mails of the outbox, newest first. */
  'mail.list': { to?: string; limit?: number };
  /** Take what the tool did by itself into the audit chain. */
  'acts.take': Record<string, never>;
}

/** Name of a question. */
export type OperatorName = keyof OperatorRequests;

/** Whether a question changes something: then its call and its outcome stand in the audit chain. */
export const questionEffects: { readonly [TName in OperatorName]: 'reads' | 'changes' } = {
  'listing.list': 'reads',
  'listing.set': 'changes',
  'listing.delist': 'changes',
  'listing.import': 'changes',
  'listing.export': 'reads',
  'server.status': 'reads',
  'engine.submit': 'changes',
  'engine.status': 'reads',
  'engine.hash': 'reads',
  'engine.verify': 'reads',
  'engine.solvency': 'reads',
  'engine.dump': 'reads',
  'engine.halt': 'changes',
  'engine.cancelOnly': 'changes',
  'engine.resume': 'changes',
  'engine.closeEra': 'changes',
  'market.list': 'reads',
  'market.set': 'changes',
  'market.halt': 'changes',
  'market.resume': 'changes',
  'market.state': 'changes',
  'market.auction': 'changes',
  'coin.picture': 'changes',
  'projections.rebuild': 'changes',
  'reserves.prove': 'changes',
  'jobs.list': 'reads',
  'jobs.retry': 'changes',
  'jobs.remove': 'changes',
  'config.list': 'reads',
  'config.set': 'changes',
  'table.list': 'reads',
  'table.set': 'changes',
  'table.remove': 'changes',
  'maintenance.set': 'changes',
  'user.create': 'changes',
  'user.identity': 'changes',
  'user.vip': 'changes',
  'user.group': 'changes',
  'operator.create': 'changes',
  'operator.list': 'reads',
  'operator.disable': 'changes',
  'operator.enable': 'changes',
  'operator.reset': 'changes',
  'keys.create': 'changes',
  'custody.status': 'reads',
  'custody.officers': 'reads',
  'custody.link': 'changes',
  'custody.enrolled': 'reads',
  'custody.confirm': 'changes',
  'custody.thaw': 'changes',
  'custody.policy': 'changes',
  'custody.addresses': 'reads',
  'network.list': 'reads',
  'network.set': 'changes',
  'user.demo': 'changes',
  'mail.list': 'reads',
  'acts.take': 'reads',
};

/** An answer: one JSON document, shown as it is with `--json`. */
export type OperatorAnswer = Record<string, unknown>;

/** Answers one question. Throws a Refusal to end the tool with its code and line. */
export type OperatorHandler<TName extends OperatorName> = (
  parameters: OperatorRequests[TName],
) => Promise<OperatorAnswer>;

/** Handlers of one room; rooms are joined in `main` and served by `serveOperator`. */
export type OperatorHandlers = { readonly [TName in OperatorName]?: OperatorHandler<TName> };
