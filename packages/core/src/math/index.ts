export * from './amounts.ts';
export * from './bounds.ts';
export * from './client-order-id.ts';
export * from './decimal.ts';
export * from './integers.ts';
export * from './words.ts';
export * from './prices.ts';
