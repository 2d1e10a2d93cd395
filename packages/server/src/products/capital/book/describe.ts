// What a request that wants a proof means, for whoever reads the mail of its code, and whether a
// code is needed. Handed to the room of proofs by routes.ts.
import { parseDecimal } from '@isobath/core/math';
import { addressBookRoutes, withdrawRoutes } from '@isobath/wire';
import type { Database } from '../../../base/db/index.ts';
import type { Platform } from '../../../base/modules/index.ts';
import { refuse } from '../../../base/product/index.ts';
import type { ProofMeaning, Proofs } from '../../../base/proofs/index.ts';
import type { WithdrawBody } from '../withdrawals/known.ts';
import { hasWithdrawnTo } from '../withdrawals/payee.ts';
import { valueOf } from '../withdrawals/worth.ts';
import { listSpellings } from './address-form.ts';
import { readNewAddress } from './book.ts';

/** What describing stands on. */
type DescribeParts = Pick<
  Platform,
  'accounts' | 'markets' | 'readAccountUnits' | 'readLastTicks'
> & { readonly database: Database };

/** From this value on a code of a mail is needed, whatever the address. */
const CODE_FROM_USDT = '1000';

/** Offer the actions of this product. */
export function offerProofs(proofs: Pick<Proofs, 'offer'>, parts: DescribeParts): void {
  const { database, markets } = parts;
  const nameCoin = (coinId: number | undefined) => markets.coinById(coinId ?? 0)?.shortName ?? '';

  proofs.offer('address_add', {
    route: addressBookRoutes.save,
    async describe(body, { ownerId }) {
      const { address, assetId } = await readNewAddress(database, ownerId, body);
      // Whoever saves an address may pay to it without a code.
      return { coin: nameCoin(assetId), address, isMailCodeNeeded: true };
    },
  });
  proofs.offer('address_remove', {
    route: addressBookRoutes.remove,
    describe: async ({ id }, { ownerId }) => ({
      address: (await readSaved(parts, ownerId, id)).address,
      isMailCodeNeeded: false,
    }),
  });
  proofs.offer('allowlist_off', {
    route: addressBookRoutes.editSetting,
    // The mail is how its reader hears of it within the day that it waits.
    describe: async () => ({ isMailCodeNeeded: true }),
  });
  proofs.offer('withdraw', {
    route: withdrawRoutes.submit,
    describe: (body, { ownerId }) => describeWithdrawal(parts, ownerId, body),
  });
}

async function readSaved(
  { database }: DescribeParts,
  ownerId: number,
  savedId: number,
): Promise<{ address: string }> {
  const [row] = await database.query<{ address: string }>(
    'SELECT address FROM withdraw_addresses WHERE saved_id = $1 AND owner_id = $2',
    [savedId, ownerId],
  );
  if (row === undefined) throw refuse('object_not_found');
  return row;
}

async function describeWithdrawal(
  parts: DescribeParts,
  ownerId: number,
  body: WithdrawBody,
): Promise<ProofMeaning> {
  const coin = parts.markets.coinById(body.coinId);
  if (coin === undefined) throw refuse('network_suspended');
  const { addressId, amount } = body;
  const typed = body.address ?? '';
  const address =
    addressId === undefined ? typed : (await readSaved(parts, ownerId, addressId)).address;
  const isKnown =
    addressId !== undefined ||
    (await isKnownAddress(parts, { ownerId, networkId: body.networkId, typed }));
  const worth = valueOf(parts);
  const value = worth.value(coin, parseCut(amount, coin.scale));
  // What nobody can value may be much.
  const isLarge = value === undefined || value >= worth.parse(CODE_FROM_USDT);
  return { coin: coin.shortName, amount, address, isMailCodeNeeded: !isKnown || isLarge };
}

/** Saved, or paid to before. */
async function isKnownAddress(
  { database }: DescribeParts,
  { ownerId, networkId, typed }: { ownerId: number; networkId: number; typed: string },
): Promise<boolean> {
  const spellings = await listSpellings(typed);
  const saved = await database.query(
    `SELECT FROM withdraw_addresses
     WHERE owner_id = $1 AND network_id = $2 AND address = ANY ($3) LIMIT 1`,
    [ownerId, networkId, spellings],
  );
  if (saved.length > 0) return true;
  const paid = spellings.map((address) =>
    hasWithdrawnTo(database, { ownerId, networkId, address }),
  );
  return (await Promise.all(paid)).includes(true);
}

/** Decimals finer than the ledger are refused later; here only the size matters. */
function parseCut(amount: string, scale: number): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return parseDecimal(scale === 0 ? whole : `${whole}.${fraction.slice(0, scale)}0`, scale);
}
