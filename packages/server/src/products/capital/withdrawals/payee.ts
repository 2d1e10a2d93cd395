// To whom a withdrawal goes: the form of the address, what it must not be, and the address book.
// Called by checks.ts.
import type { Session } from '../../../base/db/index.ts';
import { refuse } from '../../../base/product/index.ts';
import type { ProvenCall } from '../../../base/proofs/index.ts';
import { readAddressForm, listFamilies } from '../book/address-form.ts';
import type { WithdrawBody } from './known.ts';
import type { PaidAsset } from './paid-asset.ts';

/** To whom it goes. */
export interface Payee {
  /** As the chain writes it. */
  readonly address: string;
  readonly memo: string;
  /** Row of the address book, 0 = not saved. */
  readonly savedId: number;
  /** Another customer whose deposit address it is: paid inside; 0 = paid on the chain. */
  readonly insideOwnerId: number;
}

/** A network as addresses see it. */
export type PayeeNetwork = Pick<PaidAsset, 'networkId' | 'family' | 'isMemoNeeded'>;

/** Addresses below this belong to a chain itself: zero, and what is compiled into it. */
const PRECOMPILED = /^0x0{36}[0-9a-f]{4}$/;

/**
 * Read an address and its memo, as they are typed.
 *
 * @returns the address as the chain writes it.
 * @throws address_invalid, address_other_network, memo_wrong, address_no_payee.
 */
export async function readPayee(
  session: Session,
  { networkId, family, isMemoNeeded }: PayeeNetwork,
  typed: { readonly address: string; readonly memo: string },
): Promise<string> {
  const address = await readAddressForm(family, typed.address);
  if (address === undefined) {
    const families = await listFamilies(typed.address);
    throw refuse(families.length > 0 ? 'address_other_network' : 'address_invalid');
  }
  if (isMemoNeeded !== typed.memo.length > 0) throw refuse('memo_wrong');
  if (family !== 'evm') return address;
  const small = address.toLowerCase();
  const listed = await session.query(
    'SELECT FROM network_assets WHERE network_id = $1 AND contract = $2',
    [networkId, small],
  );
  if (PRECOMPILED.test(small) || listed.length > 0) throw refuse('address_no_payee');
  return address;
}

/**
 * Judge to whom a withdrawal goes.
 *
 * @throws object_not_found for a saved address that is not theirs, memo_wrong for another memo
 *   than the saved one, and 20402 to 20407 and 20419.
 */
export async function checkPayee(
  session: Session,
  { caller, body }: Pick<ProvenCall, 'caller'> & { readonly body: WithdrawBody },
  { asset, nowMs }: { readonly asset: PaidAsset; readonly nowMs: number },
): Promise<Payee> {
  const { ownerId } = caller;
  const typed = await readTyped(session, ownerId, body);
  if (typed.networkId !== asset.networkId) throw refuse('address_other_network');
  const address = await readPayee(session, asset, typed);
  const insideOwnerId = await checkOwn(session, ownerId, { family: asset.family, address });
  // Nobody was told of it yet: nothing would be credited to anybody.
  if (insideOwnerId === undefined) throw refuse('address_no_payee');
  const payee = { address, memo: typed.memo, insideOwnerId };
  const [saved] = await session.query<{ saved_id: number; usable_at_ms: number }>(
    `SELECT saved_id, usable_at_ms FROM withdraw_addresses
     WHERE owner_id = $1 AND network_id = $2 AND asset_id IN (0, $3) AND address = $4 AND memo = $5
     ORDER BY usable_at_ms LIMIT 1`,
    [ownerId, asset.networkId, asset.coin.coinId, address, typed.memo],
  );
  // A program's key pays to saved addresses alone: they stand in place of the proof.
  const isBookOnly =
    caller.signed !== undefined || (await isAllowlistOnly(session, ownerId, nowMs));
  if (!isBookOnly) return { ...payee, savedId: saved?.saved_id ?? 0 };
  if (saved === undefined) throw refuse('address_not_listed');
  if (saved.usable_at_ms > nowMs) {
    throw refuse('address_too_new', { usableAtMs: String(saved.usable_at_ms) });
  }
  return { ...payee, savedId: saved.saved_id };
}

/** What is typed, or what was saved under a number. */
async function readTyped(
  session: Session,
  ownerId: number,
  { networkId, address, addressId, memo }: WithdrawBody,
): Promise<{ networkId: number; address: string; memo: string }> {
  if (address !== undefined) return { networkId, address, memo };
  const [row] = await session.query<{ network_id: number; address: string; memo: string }>(
    `SELECT network_id, address, memo FROM withdraw_addresses
     WHERE saved_id = $1 AND owner_id = $2`,
    [addressId ?? 0, ownerId],
  );
  if (row === undefined) throw refuse('object_not_found');
  // An entry is an address with its memo: another one would be somebody else.
  if (memo !== '' && memo !== row.memo) throw refuse('memo_wrong');
  return { networkId: row.network_id, address: row.address, memo: row.memo };
}

/**
 * @returns whose deposit address it is, 0 = none of ours, undefined = not given to anybody.
 * @throws address_own
 */
export async function checkOwn(
  session: Session,
  ownerId: number,
  { family, address }: { readonly family: string; readonly address: string },
): Promise<number | undefined> {
  const [row] = await session.query<{ owner_id: number | null }>(
    'SELECT owner_id FROM deposit_addresses WHERE family = $1 AND lower(address) = lower($2)',
    [family, address],
  );
  if (row === undefined) return 0;
  if (row.owner_id === ownerId) throw refuse('address_own');
  return row.owner_id ?? undefined;
}

/** Whether only saved addresses are allowed at a moment. */
export async function isAllowlistOnly(
  session: Session,
  ownerId: number,
  nowMs: number,
): Promise<boolean> {
  const rows = await session.query(
    `SELECT FROM withdraw_address_settings
     WHERE owner_id = $1 AND is_allowlist_only AND (off_from_ms = 0 OR off_from_ms > $2)`,
    [ownerId, nowMs],
  );
  return rows.length > 0;
}

/** Somebody who may be paid: behind one address every memo is another one. */
export interface PaidTo {
  readonly ownerId: number;
  readonly networkId: number;
  readonly address: string;
  readonly memo: string;
}

/** Whether a withdrawal to an address with this memo was ever completed. */
export async function hasWithdrawnTo(
  session: Session,
  { ownerId, networkId, address, memo }: PaidTo,
): Promise<boolean> {
  const rows = await session.query(
    `SELECT FROM withdrawals WHERE owner_id = $1 AND network_id = $2 AND address = $3
     AND memo = $4 AND state = 'complete' LIMIT 1`,
    [ownerId, networkId, address, memo],
  );
  return rows.length > 0;
}
