// Why accounts are frozen: words that their owners are told, wherever a call says so. Above the
// products, since accounts and the office both speak them.

/**
 * Why an account is frozen, in words that its owner is told: they did it themselves, somebody else
 * may have got in, it is looked into, an authority ordered it, its data was erased.
 */
export const freezeCauses = ['own', 'access', 'review', 'authority', 'erased'] as const;
export type FreezeCause = (typeof freezeCauses)[number];
/** Those that an operator may give. */
export const officeFreezeCauses = ['access', 'review', 'authority'] as const;
