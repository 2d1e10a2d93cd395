// What the signer says when it does not do what was asked: a code, whole facts, whether to alarm.
// Thrown by every check of this package; signer.ts turns it into an answer.

/** Codes that mean somebody tries what custody never does: they wake a person. */
const alarming = new Set([
  'address_not_own',
  'approval_invalid',
  'asset_unlisted',
  'cap_transaction',
  'fee_above_ceiling',
  'gas_above_estimate',
  'nonce_foreign',
  'outpoint_amount_differs',
  'outpoint_foreign',
  'outputs_differ',
  'payment_bound',
  'request_reused',
]);

/** What a refusal tells beside its code: amounts as decimal text. */
export type Facts = Readonly<Record<string, string | number>>;

/** A request that is not carried out; nothing was signed and nothing was written. */
export class Refused extends Error {
  readonly code: string;
  readonly facts: Facts;
  readonly isAlarm: boolean;

  constructor(code: string, facts: Facts = {}) {
    super(`${code} ${JSON.stringify(facts)}`);
    this.code = code;
    this.facts = facts;
    this.isAlarm = alarming.has(code);
  }
}
