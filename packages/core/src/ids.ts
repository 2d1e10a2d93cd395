declare const brand: unique symbol;
type Brand<TName extends string> = number & { readonly [brand]: TName };

/** Number of a person or of the operator; operator owners are 1..999, users start at 1 000 001. */
export type OwnerId = Brand<'OwnerId'>;
/** Number of an account, assigned by the engine from 1 in order of opening. */
export type AccountId = Brand<'AccountId'>;
/** Number of an asset; never changes; USDT is 52. 1..assetsCountMax-1. */
export type AssetId = Brand<'AssetId'>;
/** Number of a tradable instrument (the specification's tradeId); never changes. */
export type InstrumentId = Brand<'InstrumentId'>;
/** Number of an index; never changes. */
export type IndexId = Brand<'IndexId'>;
/** Order number: rising from 1 over all instruments, under 2^53. */
export type OrderId = Brand<'OrderId'>;
/** Number of an order list: rising from 1. */
export type ListId = Brand<'ListId'>;
/** Whole base units of an asset (10^-scale); exact, at most 104 bits with sign. */
export type AmountUnits = bigint;

/**
 * A client order id packed for the engine: five safe integers of eight characters each, first
 * character first, absent characters 0. All zero means "none".
 *
 * @source docs/rules/core.md 5
 */
export type ClientOrderIdWords = readonly [number, number, number, number, number];
