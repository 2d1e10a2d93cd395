/** The trading dialect on the wire: calls in the manner most bots already speak. */
export * from './account.ts';
export * from './assets.ts';
export * from './capital.ts';
export * from './contracts.ts';
export * from './lists.ts';
export * from './market.ts';
export * from './older.ts';
export * from './orders.ts';
export * from './socket.ts';
export * from './transfers.ts';
export * from './user-stream.ts';
export * from './values.ts';
