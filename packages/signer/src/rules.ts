// Whether a request may be signed at all: kinds, senders, receivers, and that a payment, a nonce or
// a root outpoint stays in its one family for ever. Not here: amounts (limits.ts), officers.

import { ACCOUNTS, isEvmAddress, readScript, type UtxoFamily } from './addresses.ts';
import { calculateBumpMinimum } from './fees.ts';
import type { Keys } from './keys.ts';
import type { NetworkPolicy } from './policy.ts';
import type { Family, Records } from './records.ts';
import { Refused } from './refusal.ts';
import type { SignRequest, UtxoRequest } from './shapes.ts';

const MEMBERS_MAX = 32;

/** Which accounts a kind spends from; a bump and a cancel go by their family. */
const sources = {
  evm: { withdraw: [ACCOUNTS.hot], sweep: [ACCOUNTS.hot, ACCOUNTS.deposits], gas: [ACCOUNTS.gas] },
  utxo: {
    withdraw: [ACCOUNTS.hot, ACCOUNTS.deposits],
    sweep: [ACCOUNTS.hot, ACCOUNTS.deposits],
    gas: [],
  },
} as const satisfies Record<string, Record<Family['request'], readonly number[]>>;

/** The name of the outpoint of an input. */
export function nameOutpoint({ txid, vout }: UtxoRequest['inputs'][number]): string {
  return `${txid}:${vout}`;
}

/** The family that a request is of: its sender and nonce, or its root outpoint. */
export function nameFamily(records: Records, request: SignRequest, sender: string): string {
  if ('nonce' in request) return `${request.network}:${sender}:${request.nonce}`;
  const names = request.inputs.map((input) => `${request.network}:${nameOutpoint(input)}`);
  return names.find((name) => records.families.has(name)) ?? names[0] ?? '';
}

/** Refuse what is outside its family; gives the family that a request goes on with. */
export function checkFamily(
  records: Records,
  request: SignRequest,
  { name, sender }: { readonly name: string; readonly sender: string },
): Family | undefined {
  if ('inputs' in request) checkOutpoints(records, request, name);
  const family = records.families.get(name);
  if (request.kind === 'bump' || request.kind === 'cancel') {
    if (family === undefined) throw new Refused('family_unknown', { family: name });
    checkMember(request, family);
    return family;
  }
  if (family !== undefined) throw new Refused(foreignCode(request), { family: name });
  if ('nonce' in request) {
    const next = records.nextNonces.get(`${request.network}:${sender}`) ?? 0;
    if (request.nonce !== next) throw new Refused('nonce_foreign', { nonce: request.nonce, next });
  }
  for (const { paymentId } of request.outputs) {
    const bound = records.payments.get(paymentId);
    if (bound !== undefined) throw new Refused('payment_bound', { paymentId, family: bound });
  }
  return undefined;
}

function foreignCode(request: SignRequest): string {
  return 'nonce' in request ? 'nonce_foreign' : 'outpoint_foreign';
}

function checkOutpoints(records: Records, request: UtxoRequest, name: string): void {
  const names = request.inputs.map(nameOutpoint);
  if (new Set(names).size !== names.length) throw new Refused('outpoint_twice');
  for (const input of request.inputs) {
    const key = `${request.network}:${nameOutpoint(input)}`;
    const known = records.outpoints.get(key);
    if (known !== undefined && known !== input.raw) {
      throw new Refused('outpoint_amount_differs', { outpoint: nameOutpoint(input), raw: known });
    }
    // The root of another family: with it the two could not both be on the chain.
    if (key !== name && records.families.has(key)) {
      throw new Refused('outpoint_foreign', { outpoint: nameOutpoint(input) });
    }
  }
}

function checkMember(request: SignRequest, family: Family): void {
  if (family.membersCount >= MEMBERS_MAX) throw new Refused('family_full', { max: MEMBERS_MAX });
  if (request.kind === 'cancel') {
    if (request.outputs.length > 0) throw new Refused('outputs_differ');
  } else {
    checkSameOutputs(request, family);
  }
  if (!('nonce' in request)) return;
  for (const field of ['maxFeePerGas', 'maxPriorityFeePerGas'] as const) {
    const minimum = calculateBumpMinimum(BigInt(family.fees[field] ?? '0'));
    if (BigInt(request.fees[field]) >= minimum) continue;
    throw new Refused('fee_too_low', { field, minimum: String(minimum) });
  }
}

function checkSameOutputs(request: SignRequest, family: Family): void {
  const isTokenSame = !('token' in request) || request.token === family.token;
  const isSame =
    isTokenSame &&
    request.outputs.length === family.outputs.length &&
    family.outputs.every((bound, at) => {
      const { paymentId, to, raw } = request.outputs[at] ?? { paymentId: '', to: '', raw: '0' };
      // A native sweep sends all there is: a higher fee leaves less to send, to ourselves.
      const mayShrink = family.request === 'sweep' && family.token === null;
      const isAmountGood = raw === bound.raw || (mayShrink && BigInt(raw) < BigInt(bound.raw));
      return paymentId === bound.paymentId && to === bound.to && isAmountGood;
    });
  if (!isSame) throw new Refused('outputs_differ');
}

/** Refuse kinds that spend from an account which is not for them. */
export function checkSources(request: SignRequest, kind: Family['request']): void {
  const isEvm = 'nonce' in request;
  const allowed: readonly number[] = sources[isEvm ? 'evm' : 'utxo'][kind];
  const used = isEvm ? [request.from.account] : request.inputs.map(({ account }) => account);
  const foreign = used.find((account) => !allowed.includes(account));
  if (foreign !== undefined) throw new Refused('source_not_for_kind', { account: foreign });
  if (!isEvm && request.from.account !== ACCOUNTS.hot) {
    throw new Refused('source_not_for_kind', { account: request.from.account });
  }
}

/** Refuse receivers that are malformed or, for our own moves, not ours. */
export function checkReceivers(keys: Keys, policy: NetworkPolicy, request: SignRequest): void {
  const ids = request.outputs.map(({ paymentId }) => paymentId);
  if (new Set(ids).size !== ids.length) throw new Refused('payment_twice');
  for (const output of request.outputs) {
    if (BigInt(output.raw) === 0n) throw new Refused('amount_zero');
    checkForm(policy, output.to);
    if (request.kind === 'sweep' && policy.coldAddresses.includes(output.to)) continue;
    if (request.kind !== 'sweep' && request.kind !== 'gas') continue;
    const account = request.kind === 'gas' ? ACCOUNTS.deposits : ACCOUNTS.hot;
    const isOwn =
      output.own?.account === account && keys.readAddress(policy.family, output.own) === output.to;
    if (!isOwn) throw new Refused('address_not_own', { to: output.to });
  }
}

function checkForm(policy: NetworkPolicy, to: string): void {
  const isGood =
    policy.family === 'evm'
      ? isEvmAddress(to) && !isSpecial(policy, to)
      : readScript(policy.family as UtxoFamily, to) !== undefined;
  if (!isGood) throw new Refused('address_invalid', { to });
}

/** Zero, precompiles, and contracts of tokens: nobody owns what is sent there. */
function isSpecial(policy: NetworkPolicy, to: string): boolean {
  return BigInt(to) < 0x10000n || policy.assets.some(({ token }) => token === to);
}

/** Refuse a request whose shape is that of another family of chains. */
export function checkShape(policy: NetworkPolicy, request: SignRequest): void {
  const isEvm = policy.family === 'evm';
  if ('nonce' in request !== isEvm) throw new Refused('shape_invalid', { at: 'nonce' });
  const isOne = request.outputs.length === 1;
  if (request.kind === 'cancel' || (isEvm ? isOne : request.outputs.length > 0)) return;
  throw new Refused('shape_invalid', { at: 'outputs' });
}
