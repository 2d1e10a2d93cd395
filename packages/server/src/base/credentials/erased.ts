// Who was erased: the one place that decides it. Nobody finds such a person any more, by number or
// by address: they are let in by nothing, get no key, no mail and no money, and no change gives
// them back. What is kept under their number (orders, trades, movements) is read without asking
// here.

const HOST = '@erased.invalid';

/** The address of somebody whose data was erased: nobody can have it. */
export const erasedAddress = (ownerId: number): string => `erased-${ownerId}${HOST}`;

/** Whether an address is one that only the erased have. */
export const isErasedAddress = (email: string): boolean => email.toLowerCase().endsWith(HOST);

/** Condition on rows of `users`: those that are still people. */
export const NOT_ERASED = `users.email NOT LIKE '%${HOST}'`;
