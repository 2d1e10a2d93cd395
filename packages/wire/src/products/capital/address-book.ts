// Saved addresses to withdraw to, and whether only these are allowed, on the wire. Paths are the
// specification's; where it shows no fields, these are ours. What opens a way out wants a proof in
// the header `sign`: saving, removing, and allowing all addresses again.
import { timeMs, wholeText } from '../../money.ts';
import { defineRoute } from '../../route.ts';
import { z } from '../../z.ts';
import {
  addressText,
  coinId,
  flag,
  memoText,
  networkId,
  read,
  remarkText,
  rowId,
  write,
} from './fields.ts';

/** A saved address. */
export const savedAddress = z.object({
  id: z.number().int(),
  networkId: z.number().int(),
  /** 0 = of every coin of the network. */
  coinId: z.number().int(),
  address: z.string(),
  memo: z.string(),
  remark: z.string(),
  isUniversal: z.boolean(),
  /** From when on it may be used while only saved addresses are allowed. */
  usableAtMs: timeMs,
});
export type SavedAddress = z.infer<typeof savedAddress>;

const listBody = z.object({
  coinId: coinId.optional(),
  networkId: networkId.optional(),
  cursor: wholeText.optional(),
});
const savedAddresses = z.object({ rows: z.array(savedAddress), nextCursor: z.string() });

/** Whether only saved addresses are allowed; `offFromMs`: from when on all are again, 0 = never. */
export const addressSetting = z.object({ allowlistOnly: z.boolean(), offFromMs: timeMs });

/** Routes of saved addresses. */
export const addressBookRoutes = {
  list: defineRoute({
    ...write,
    rate: 'read',
    path: '/hk-web/v3/capital/list_withdraw_address',
    summary: 'Saved addresses, newest first.',
    body: listBody,
    answer: savedAddresses,
  }),
  listBefore: defineRoute({
    ...write,
    rate: 'read',
    path: '/hk-web/capital/withdraw_address/list',
    summary: 'Saved addresses, newest first: the same under its older path.',
    body: listBody,
    answer: savedAddresses,
  }),
  save: defineRoute({
    ...write,
    path: '/hk-web/capital/create_withdraw_address',
    needsProof: true,
    summary: 'Save an address, of one coin or of every coin of its network; with a proof.',
    body: z.object({
      networkId,
      address: addressText,
      memo: memoText,
      remark: remarkText.default(''),
      coinId: coinId.optional(),
      isUniversal: flag.default(false),
    }),
    answer: savedAddress,
  }),
  remark: defineRoute({
    ...write,
    path: '/hk-web/capital/withdraw_address/remark_edit',
    summary: 'Put a few words to a saved address.',
    body: z.object({ id: rowId, remark: remarkText }),
    answer: savedAddress,
  }),
  remove: defineRoute({
    ...read,
    rate: 'write',
    path: '/hk-web/v2/capital/remove_withdraw_address',
    needsProof: true,
    summary: 'Forget a saved address; asked as GET, with a proof and from our own pages only.',
    query: z.object({ id: rowId }),
    answer: z.object({}),
  }),
  readSetting: defineRoute({
    ...read,
    path: '/hk-web/capital/withdraw/get_address_setting',
    summary: 'Whether only saved addresses are allowed.',
    answer: addressSetting,
  }),
  editSetting: defineRoute({
    ...write,
    path: '/hk-web/capital/withdraw/edit_address_setting',
    needsProof: true,
    summary: 'Allow only saved addresses at once, or all addresses in 24 hours, with a proof.',
    body: z.object({ allowlistOnly: flag }),
    answer: addressSetting,
  }),
} as const;
