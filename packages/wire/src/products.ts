// The one list of product lines and of the packages that have a room for them. Only built products
// stand here; tidy checks that folders and list agree.

/** A package that can have product rooms. */
export type ProductRoom = 'core' | 'wire' | 'server' | 'web' | 'admin';

/** Product folders by name. */
export const products = {
  spot: ['core', 'wire', 'server', 'web'],
  account: ['wire', 'server', 'web'],
  market: ['wire', 'server', 'web'],
  assets: ['wire', 'server', 'web'],
  transfer: ['wire', 'server', 'web'],
  inbox: ['wire', 'server', 'web'],
  content: ['wire', 'server', 'web', 'admin'],
  site: ['wire', 'server', 'web'],
  keys: ['wire', 'server'],
  office: ['wire', 'server', 'admin'],
  listing: ['wire', 'server', 'admin'],
  service: ['wire', 'server', 'web', 'admin'],
} as const satisfies Record<string, readonly ProductRoom[]>;

/** Name of a product folder. */
export type ProductName = keyof typeof products;
