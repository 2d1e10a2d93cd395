// The commands that a stream's records become, made once and filled anew for each record.
// Not here: the engine they go to. Called by engine-driver.ts and publisher.ts.
import {
  type Command,
  decodeCommandBytes,
  encodeCommandBytes,
  type OrderTerms,
  type PlaceOrder,
  simpleLimitTerms,
  unkeyed,
} from '@isobath/core';
import { OrderType, SelfTradeMode, Source } from '@isobath/core/words';
import * as recordsNames from './records.ts';

// As in the core, docs/adr/0014: what the driver takes is taken from the engine's rate.
const { RecordWord } = recordsNames;
const symbolWord = RecordWord.symbol;
const userWord = RecordWord.user;
const priceWord = RecordWord.price;
const sizeWord = RecordWord.size;

/** A command that is filled anew. */
export type Mutable<TShape> = { -readonly [TKey in keyof TShape]: TShape[TKey] };

/** Accounts in front of those of the users. */
export const operatorAccounts = 2;
/** Core time of every command. */
export const startMs = 1_780_000_000_000;
const accountsBefore = operatorAccounts;

/** The envelope of the venue's own commands. */
export const envelope = {
  actorId: 1 as PlaceOrder['actorId'],
  sessionId: 1,
  source: Source.operator,
  issuedAtMs: startMs,
  ...unkeyed,
};

/** Terms of a plain limit order, its numbers all 0. */
export function makeTerms(): OrderTerms {
  return {
    accountId: 0,
    instrumentId: 0,
    side: 0,
    orderType: OrderType.limit,
    timeInForce: 0,
    priceTicks: 0,
    sizeLots: 0,
    ...simpleLimitTerms,
    selfTradeMode: SelfTradeMode.none,
  } as unknown as OrderTerms;
}

/** A command as the codec makes it for the engine: its shape is the product's. */
export function makeCommand<TCommand extends Command>(command: object): Mutable<TCommand> {
  return decodeCommandBytes(encodeCommandBytes(command as Command)) as Mutable<TCommand>;
}

/** The terms of the record whose words begin at `at`. */
export function setTerms(terms: Mutable<OrderTerms>, words: Int32Array, at: number): void {
  const head = words[at];
  terms.accountId = (accountsBefore + 1 + words[at + userWord]) as PlaceOrder['accountId'];
  terms.instrumentId = (words[at + symbolWord] + 1) as OrderTerms['instrumentId'];
  terms.side = ((head >> 8) & 255) as OrderTerms['side'];
  terms.timeInForce = ((head >> 16) & 255) as OrderTerms['timeInForce'];
  terms.priceTicks = words[at + priceWord];
  terms.sizeLots = words[at + sizeWord];
}
