// What providers are asked about money over chains: where a deposit comes from, whether an address
// may be paid, and to be told who receives a withdrawal at another exchange. How stands in
// asking.ts; what becomes of the answers in base/custody.
import { z } from '@isobath/wire/z';
import type { ProviderAccess } from './access.ts';
import { connectProvider, type Provider } from './asking.ts';

/** Checks of money by what is asked: of a deposit, of an address, or a message to its exchange. */
export const moneyCheckKinds = ['receipt', 'address', 'travel'] as const;
/** One of them. */
export type MoneyCheckKind = (typeof moneyCheckKinds)[number];

/** How one stands with its provider; `held`: people are to look. */
export const moneyCheckStates = ['pending', 'passed', 'held', 'refused'] as const;
/** One of them. */
export type MoneyCheckState = (typeof moneyCheckStates)[number];

const text = z.string().max(200);
/** Of which coin, as people read it, and how much. */
const moved = { network: text, coin: text, contract: text, amount: text } as const;

const receiptSubject = z.strictObject({ ...moved, from: z.array(text), txHash: text });
const addressSubject = z.strictObject({ ...moved, address: text });
const travelSubject = z.strictObject({
  ...moved,
  address: text,
  beneficiary: text,
  venue: text,
  purpose: text,
});

/** A check to make. */
export const moneyCheckRequest = z.discriminatedUnion('kind', [
  z.strictObject({ reference: z.uuid(), kind: z.literal('receipt'), subject: receiptSubject }),
  z.strictObject({ reference: z.uuid(), kind: z.literal('address'), subject: addressSubject }),
  z.strictObject({ reference: z.uuid(), kind: z.literal('travel'), subject: travelSubject }),
]);
/** A check to make. */
export type MoneyCheckRequest = z.infer<typeof moneyCheckRequest>;

const moneyCheckStanding = z.object({
  reference: z.uuid(),
  kind: z.enum(moneyCheckKinds),
  state: z.enum(moneyCheckStates),
});
/** How a check stands. */
export type MoneyCheckStanding = z.infer<typeof moneyCheckStanding>;

/** Asks a provider about money. */
export type MoneyCheckProvider = Provider<MoneyCheckRequest, MoneyCheckStanding>;

/** Make what asks a provider. */
export const connectMoneyChecks = (access: ProviderAccess): MoneyCheckProvider =>
  connectProvider(access, moneyCheckStanding);
