// Every check of a withdrawal, in their one order, inside the transaction that then writes it. The
// owner's row is locked first: two requests of one person are judged one after the other. It
// writes nothing but the use of the proof, which is the last check.
// Not here: whether somebody must look at it (review), and what is written.
// Called by the calls of withdrawing.
import { AccountType } from '@isobath/core';
import { DecimalError, formatDecimal, parseDecimal } from '@isobath/core/math';
import type { withdrawRoutes, z } from '@isobath/wire';
import { hasSecondFactor, lockOwner, readSecurityLock } from '../../../base/credentials/index.ts';
import { readSendDecimals, splitWithdrawal, toWholeRaw } from '../../../base/custody/index.ts';
import type { Session } from '../../../base/db/index.ts';
import { createIdentityRecords, readPassedType } from '../../../base/identity/index.ts';
import type { Coin } from '../../../base/market/index.ts';
import type { Platform } from '../../../base/modules/index.ts';
import { refuse } from '../../../base/product/index.ts';
import type { ProvenCall, TakenProof } from '../../../base/proofs/index.ts';
import { readDayUse } from './day-use.ts';
import { checkPayee, hasWithdrawnTo, type Payee } from './payee.ts';
import { type PaidAsset, readPaidAsset } from './paid-asset.ts';
import { findKnown, hashBody, type WithdrawBody } from './known.ts';
import { readEquity, readLock, valueOf } from './worth.ts';

export type { WithdrawBody } from './known.ts';

/** What checks stand on; the platform of the edge fits. */
export type WithdrawalCheckParts = Pick<
  Platform,
  'accounts' | 'markets' | 'readAccountUnits' | 'readLastTicks' | 'readNowMs'
> & {
  readonly configuration: Pick<Platform['configuration'], 'readWithdrawLimit' | 'readTravelFrom'>;
  readonly people: Pick<Platform['people'], 'proofs'>;
};

/** A withdrawal as it is asked for: the context of its call fits. */
export type WithdrawalCall = ProvenCall & { readonly body: WithdrawBody };

/** What judging stands on without the proof. */
export type JudgeParts = Omit<WithdrawalCheckParts, 'people'>;
type Asked = Pick<WithdrawalCall, 'caller' | 'body'>;

/** The same request was written before. */
export interface KnownWithdrawal {
  readonly kind: 'known';
  readonly withdrawalId: number;
}

/** One that passed; amounts in units of the coin. Write it in the same transaction. */
export interface NewWithdrawal extends Payee {
  readonly kind: 'new';
  /** Goes into `withdrawals.body_hash`. */
  readonly bodyHash: Buffer;
  readonly coin: Coin;
  readonly networkId: number;
  readonly family: string;
  readonly amountUnits: bigint;
  /** What leaves the spot account: what is received and the fee. */
  readonly takenUnits: bigint;
  readonly feeUnits: bigint;
  readonly receivesUnits: bigint;
  readonly receivesRaw: bigint;
  /** Of what leaves, in units of USDT; `writeDayUse` takes it. */
  readonly valueUnits: bigint;
  /** Of everything the person owns, in units of USDT. */
  readonly equityUnits: bigint;
  /** No withdrawal to this address was ever completed. */
  readonly isAddressNew: boolean;
  /** Undefined when an API key with an address of the book stands in its place. */
  readonly proof: TakenProof | undefined;
}

/**
 * Judge a withdrawal. In this order: known client id (`key_reused`), network_suspended, need_kyc,
 * second_factor_missing, security_changed, address_invalid, address_other_network, memo_wrong,
 * address_no_payee, address_own, address_not_listed, address_too_new, amount_not_raw,
 * withdraw_out_of_range, withdraw_balance_low, withdrawal_locked, withdraw_day_limit,
 * travel_rule_needed, proof_needed.
 *
 * @param session - the transaction that writes the row, the intent and the day's use afterwards.
 * @returns `known` when this client id was taken before with the same request.
 */
export async function checkWithdrawal(
  session: Session,
  call: WithdrawalCall,
  parts: WithdrawalCheckParts,
): Promise<KnownWithdrawal | NewWithdrawal> {
  const judged = await judgeWithdrawal(session, call, parts);
  if (judged.kind === 'known' || call.caller.signed !== undefined) return judged;
  return { ...judged, proof: await parts.people.proofs.take(session, call, 'withdraw') };
}

/**
 * The same without the last check: whether it is worth to ask for a proof.
 *
 * @param session - a transaction; the owner's row is locked in it.
 */
export async function judgeWithdrawal(
  session: Session,
  call: Asked,
  parts: JudgeParts,
): Promise<KnownWithdrawal | NewWithdrawal> {
  const { caller, body } = call;
  const { ownerId } = caller;
  if (!(await lockOwner(session, ownerId))) throw refuse('object_not_found');
  const bodyHash = hashBody(body);
  const withdrawalId = await findKnown(session, { ownerId, clientId: body.clientId, bodyHash });
  if (withdrawalId !== undefined) return { kind: 'known', withdrawalId };
  const asset = await readPaidAsset(session, body, parts.markets);
  const limit = await checkPerson(session, ownerId, parts);
  const payee = await checkPayee(session, call, { asset, nowMs: parts.readNowMs() });
  const amounts = await checkAmount(call, asset, parts);
  const worth = await checkWorth(session, { ownerId, asset, limit, amounts, body }, parts);
  const { coin, networkId, family } = asset;
  const { address, memo } = payee;
  const isAddressNew = !(await hasWithdrawnTo(session, { ownerId, networkId, address, memo }));
  return {
    kind: 'new',
    bodyHash,
    coin,
    networkId,
    family,
    ...payee,
    ...amounts,
    ...worth,
    isAddressNew,
    proof: undefined,
  };
}

/** Who they are, what protects their account, and when it was changed. @returns the day's limit. */
async function checkPerson(
  session: Session,
  ownerId: number,
  { configuration, readNowMs }: JudgeParts,
): Promise<string> {
  const passedType = readPassedType(await createIdentityRecords(session).list(ownerId));
  const limit = await configuration.readWithdrawLimit(passedType, session);
  if (!/[1-9]/.test(limit)) throw refuse('need_kyc');
  if (!(await hasSecondFactor(session, ownerId))) throw refuse('second_factor_missing');
  const untilMs = await readSecurityLock(session, ownerId, readNowMs());
  if (untilMs > 0) throw refuse('security_changed', { untilMs: String(untilMs) });
  return limit;
}

type Amounts = Pick<
  NewWithdrawal,
  'amountUnits' | 'takenUnits' | 'feeUnits' | 'receivesUnits' | 'receivesRaw'
>;

/** Whole raw units, within the bounds of the network, and there. */
async function checkAmount(
  { caller, body }: Asked,
  asset: PaidAsset,
  { readAccountUnits }: JudgeParts,
): Promise<Amounts> {
  const { coin } = asset;
  const amountUnits = readUnits(body, asset);
  const show = (units: bigint) =>
    formatDecimal(units, coin.scale)
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, '');
  const range = { min: show(asset.unitsMin), max: show(asset.unitsMax), coin: coin.shortName };
  if (amountUnits < asset.unitsMin || amountUnits > asset.unitsMax) {
    throw refuse('withdraw_out_of_range', range);
  }
  const split = splitWithdrawal(amountUnits, { ...asset, isFeeInside: body.isFeeInside }, asset);
  // Less than its own fee.
  if (split === undefined) throw refuse('withdraw_out_of_range', range);
  const { receivesUnits, receivesRaw, feeUnits } = split;
  const takenUnits = receivesUnits + feeUnits;
  const balances = await readAccountUnits(caller.ownerId, AccountType.spot, 0);
  const own = balances.find(({ assetId }) => assetId === coin.coinId)?.availableUnits ?? 0n;
  if (takenUnits > own) throw refuse('withdraw_balance_low');
  return { amountUnits, takenUnits, feeUnits, receivesUnits, receivesRaw };
}

/** @throws amount_not_raw for what the chain, or with the fee inside the ledger, cannot write. */
function readUnits({ amount, isFeeInside }: WithdrawBody, asset: PaidAsset): bigint {
  const decimals = String(isFeeInside ? asset.scale : readSendDecimals(asset));
  try {
    const units = parseDecimal(amount, asset.scale);
    if (isFeeInside || toWholeRaw(units, asset) !== undefined) return units;
  } catch (error) {
    if (!(error instanceof DecimalError)) throw error;
  }
  throw refuse('amount_not_raw', { decimals });
}

interface Judged {
  readonly ownerId: number;
  readonly asset: PaidAsset;
  /** Of the day, decimal text in USDT. */
  readonly limit: string;
  readonly amounts: Amounts;
  readonly body: z.output<NonNullable<typeof withdrawRoutes.submit.body>>;
}

/** Locks, the day, and who must be declared: all by what it is worth. */
async function checkWorth(
  session: Session,
  { ownerId, asset, limit, amounts, body }: Judged,
  parts: JudgeParts,
): Promise<Pick<NewWithdrawal, 'valueUnits' | 'equityUnits'>> {
  const nowMs = parts.readNowMs();
  const worth = valueOf(parts);
  const valueUnits = worth.value(asset.coin, amounts.takenUnits);
  // What nobody can value fits no limit.
  if (valueUnits === undefined) throw refuse('network_suspended');
  const equityUnits = await readEquity(parts, worth, ownerId);
  const lock = await readLock(session, ownerId, { nowMs, roomUnits: equityUnits - valueUnits });
  if (lock !== undefined) throw refuse('withdrawal_locked', { untilMs: String(lock) });
  const usedUnits = await readDayUse(session, ownerId, nowMs);
  if (usedUnits + valueUnits > worth.parse(limit)) {
    const shown = { limitUsdt: limit, usedUsdt: worth.show(usedUnits) };
    throw refuse('withdraw_day_limit', shown);
  }
  const fromUnits = worth.parse(await parts.configuration.readTravelFrom(session));
  if (body.travel === undefined && valueUnits >= fromUnits) throw refuse('travel_rule_needed');
  return { valueUnits, equityUnits };
}
