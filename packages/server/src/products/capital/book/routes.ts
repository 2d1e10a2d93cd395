// Calls of the address book, of the form of addresses, and of proofs. Called by the edge.
import { addressBookRoutes, proofRoutes, withdrawRoutes } from '@isobath/wire';
import type { Database } from '../../../base/db/index.ts';
import type { Platform } from '../../../base/modules/index.ts';
import { CallRefusal, refuse, type RouteHandler, serve } from '../../../base/product/index.ts';
import type { WithdrawalCheckParts } from '../withdrawals/checks.ts';
import { readPayee } from '../withdrawals/payee.ts';
import { listFamilies, listSpellings } from './address-form.ts';
import { createAddressBook } from './book.ts';
import { offerProofs } from './describe.ts';

type BookPlatform = Pick<
  Platform,
  'accounts' | 'database' | 'markets' | 'readAccountUnits' | 'readLastTicks' | 'readNowMs'
> & {
  readonly configuration: WithdrawalCheckParts['configuration'];
  readonly people: Pick<Platform['people'], 'proofs'>;
};

/** Handlers of the address book; offers what its proofs mean. */
export function createBookRoutes(platform: BookPlatform): RouteHandler[] {
  const { database, people, readNowMs } = platform;
  const { proofs } = people;
  offerProofs(proofs, platform);
  const book = createAddressBook({ database, proofs, readNowMs });
  return [
    serve(proofRoutes.begin, ({ caller, body }) => proofs.begin(body, caller)),
    serve(proofRoutes.finish, ({ caller, body }) => proofs.finish(body, caller)),
    serve(addressBookRoutes.list, ({ caller, body }) => book.list(caller.ownerId, body)),
    serve(addressBookRoutes.listBefore, ({ caller, body }) => book.list(caller.ownerId, body)),
    serve(addressBookRoutes.save, (call) => book.save(call)),
    serve(addressBookRoutes.remark, ({ caller, body: { id, remark } }) =>
      book.remark(caller.ownerId, id, remark),
    ),
    serve(addressBookRoutes.remove, (call) => book.remove(call, call.query.id)),
    serve(addressBookRoutes.readSetting, ({ caller }) => book.readSetting(caller.ownerId)),
    serve(addressBookRoutes.editSetting, (call) => book.editSetting(call, call.body.allowlistOnly)),
    serve(withdrawRoutes.networksOfAddress, async ({ query: { address } }) => {
      const rows = await database.query<{ network_id: number }>(
        'SELECT network_id FROM networks WHERE family = ANY ($1) ORDER BY network_id',
        [await listFamilies(address)],
      );
      return { networkIds: rows.map((row) => row.network_id) };
    }),
    serve(withdrawRoutes.validate, ({ caller, query }) =>
      validateAddress(database, caller.ownerId, query),
    ),
  ];
}

interface TypedAddress {
  readonly networkId: number;
  readonly address: string;
  readonly memo: string;
}

/** Whether an address can be paid; it never says that an address is one of ours. */
async function validateAddress(database: Database, ownerId: number, typed: TypedAddress) {
  const { networkId, memo } = typed;
  const [network] = await database.query<{ family: string; is_memo_needed: boolean }>(
    'SELECT family, is_memo_needed FROM networks WHERE network_id = $1',
    [networkId],
  );
  if (network === undefined) throw refuse('object_not_found');
  const { family, is_memo_needed: isMemoNeeded } = network;
  const word = await readPayee(database, { networkId, family, isMemoNeeded }, typed).then(
    () => '',
    (error: unknown) => {
      if (error instanceof CallRefusal) return error.word;
      throw error;
    },
  );
  const contracts = await database.query(
    'SELECT FROM network_assets WHERE network_id = $1 AND contract = lower($2) LIMIT 1',
    [networkId, typed.address],
  );
  const [saved] = await database.query<{ remark: string }>(
    `SELECT remark FROM withdraw_addresses WHERE owner_id = $1 AND network_id = $2
       AND address = ANY ($3) AND memo = $4 ORDER BY saved_id LIMIT 1`,
    [ownerId, networkId, await listSpellings(typed.address), memo],
  );
  return {
    isValid: word === '',
    word,
    isContract: contracts.length > 0,
    savedAs: saved?.remark ?? '',
  };
}
