// What a request that wants a proof means, for whoever reads the mail of its code, and whether a
// code is needed. Handed to the room of proofs by routes.ts.
import { addressBookRoutes, withdrawRoutes } from '@isobath/wire';
import type { Database } from '../../../base/db/index.ts';
import { type Caller, refuse } from '../../../base/product/index.ts';
import type { ProofMeaning, Proofs } from '../../../base/proofs/index.ts';
import { judgeWithdrawal, type JudgeParts } from '../withdrawals/checks.ts';
import type { WithdrawBody } from '../withdrawals/known.ts';
import { valueOf } from '../withdrawals/worth.ts';
import { checkFree, readNewAddress } from './book.ts';

/** What describing stands on. */
type DescribeParts = JudgeParts & { readonly database: Database };

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
      const { networkId, memo } = body;
      await checkFree(database, { ownerId, networkId, assetId, address, memo });
      // Whoever saves an address may pay to it without a code.
      return {
        coin: nameCoin(assetId),
        address: showPayee({ address, memo }),
        isMailCodeNeeded: true,
      };
    },
  });
  proofs.offer('address_remove', {
    route: addressBookRoutes.remove,
    describe: async ({ id }, { ownerId }) => ({
      address: showPayee(await readSaved(parts, ownerId, id)),
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
    describe: (body, caller) => describeWithdrawal(parts, caller, body),
  });
}

async function readSaved(
  { database }: DescribeParts,
  ownerId: number,
  savedId: number,
): Promise<{ address: string; memo: string }> {
  const [row] = await database.query<{ address: string; memo: string }>(
    'SELECT address, memo FROM withdraw_addresses WHERE saved_id = $1 AND owner_id = $2',
    [savedId, ownerId],
  );
  if (row === undefined) throw refuse('object_not_found');
  return row;
}

/** Refuses what could not be done anyway: nobody gets a mail for it. */
async function describeWithdrawal(
  parts: DescribeParts,
  caller: Caller,
  body: WithdrawBody,
): Promise<ProofMeaning> {
  const judged = await parts.database.transaction((session) =>
    judgeWithdrawal(session, { caller, body }, parts),
  );
  const coin = parts.markets.coinById(body.coinId)?.shortName ?? '';
  const { amount } = body;
  // It is there already: the same answer again needs no proof.
  if (judged.kind === 'known') return { coin, amount, isMailCodeNeeded: false };
  const worth = valueOf(parts);
  const value = worth.value(judged.coin, judged.amountUnits);
  // What nobody can value may be much.
  const isLarge = value === undefined || value >= worth.parse(CODE_FROM_USDT);
  const isStranger = judged.savedId === 0 && judged.isAddressNew;
  return { coin, amount, address: showPayee(judged), isMailCodeNeeded: isStranger || isLarge };
}

/** Behind one address every memo is somebody else. */
function showPayee({ address, memo }: { readonly address: string; readonly memo: string }): string {
  return memo === '' ? address : `${address} / ${memo}`;
}
