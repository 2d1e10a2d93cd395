/** The capacities of docs/rules/core.md 9 in the order in which they are looked at. */
export const Capacity = {
  keys: 1,
  keysOfActor: 2,
  accounts: 3,
  owners: 4,
  instruments: 5,
  feePlans: 6,
  orders: 7,
  bookPages: 8,
  lists: 9,
  balances: 10,
  holds: 11,
  closeOuts: 12,
  positions: 13,
  indexes: 16,
} as const;
