// A small venue for tests of the engine: assets 52 and 2, instrument 7, accounts 1 (fees), 2
// (chain) and two users with money, 3 and 4. Not for the product. Used by engine.test.ts,
// restore.test.ts.
import { type Command, CommandKind, simpleLimitTerms, unkeyed } from '../command.ts';
import { createEngine } from '../engine.ts';
import { type CoreEvent, EventKind } from '../event.ts';
import { readEvents } from '../event-decoder.ts';
import { readRejectFacts, readRejectWord } from '../reject.ts';
import { smallSizes } from '../sizes.ts';
import * as words from '../words.ts';

/** Core time at which a venue opens. */
export const startMs = 1_780_000_000_000;
/** Owner of account 3. */
export const alice = 1_000_001;
/** Owner of account 4. */
export const bob = 1_000_002;
/** The house's owner number. */
export const operatorAccount = 1;
type Fields = Record<string, unknown>;

const limits = {
  priceTicksMin: 1,
  priceTicksMax: 1_000_000,
  sizeLotsMin: 1,
  sizeLotsMax: 1_000_000,
  marketSizeLotsMax: 1_000_000,
  notionalUnitsMin: 10n,
  bandLowPpm: 200_000,
  bandHighPpm: 5_000_000,
  marketGuardBps: 500,
  openOrdersCountMax: 100,
  stopOrdersCountMax: 10,
  icebergPartsCountMax: 10,
  trailingDeltaBpsMin: 10,
  trailingDeltaBpsMax: 2000,
  amendsCountMax: 10,
  closeOutUnitsMax: 100n,
  selfTradeModesMask: 126,
  selfTradeModeDefault: words.SelfTradeMode.expireTaker,
  tradeArea: 1,
};
/** Terms of instrument 7. */
export const instrument = {
  ...limits,
  instrumentId: 7,
  baseAssetId: 2,
  quoteAssetId: 52,
  priceDecimals: 2,
  lotDecimals: 4,
};
/** A plain buy of alice. */
export const order = {
  accountId: 3,
  instrumentId: 7,
  side: 0,
  orderType: words.OrderType.limit,
  timeInForce: words.TimeInForce.gtc,
  priceTicks: 100,
  sizeLots: 50,
  ...simpleLimitTerms,
};
/** The same rate for all levels. */
export const rates = (ppm: number): number[] => Array.from({ length: 16 }, () => ppm);

/** One engine that is told things and answers in events or words. */
export class Driver {
  engine = createEngine({ sizes: smallSizes });
  atMs = startMs;

  emit(name: keyof typeof CommandKind, fields: Fields = {}): CoreEvent[] {
    const command = {
      kind: CommandKind[name],
      actorId: operatorAccount,
      sessionId: 1,
      source: name === 'time' ? words.Source.system : words.Source.operator,
      issuedAtMs: this.atMs,
      ...unkeyed,
      ...fields,
    } as unknown as Command;
    this.engine.events.reset();
    this.engine.apply(command, this.engine.readLastSequence() + 1, this.atMs);
    return readEvents(this.engine.events.readWords());
  }

  /** The reject and its facts of a refused command, `applied` otherwise. */
  ask(name: keyof typeof CommandKind, fields: Fields = {}): string {
    const [first, ...rest] = this.emit(name, fields);
    if (first.kind !== EventKind.commandApplied) throw new Error('no CommandApplied first');
    if (first.code === 0) return 'applied';
    if (rest.length > 0) throw new Error('a refused command has events');
    const facts = readRejectFacts(first.code, first.facts);
    // oxlint-disable-next-line no-restricted-properties -- in the order of the table
    return [readRejectWord(first.code), ...Object.values(facts)].join(' ');
  }

  dump(): string[] {
    const lines: string[] = [];
    this.engine.dumpState((line) => lines.push(line));
    return lines;
  }

  open(
    ownerId: number,
    accountType: number,
    accountClass: number = words.AccountClass.wallet,
  ): string {
    const terms = { ownerId, accountType, accountClass, scope: 0, isMock: false };
    return this.ask('openAccount', terms);
  }

  /** Assets 52 and 2, the house's accounts 1 (fees) and 2 (chain), users 3 and 4 with money. */
  openVenue(): this {
    this.emit('beginEra', { rulesVersion: 1 });
    this.emit('defineAsset', { assetId: 52, scale: 6, isMock: false });
    this.emit('defineAsset', { assetId: 2, scale: 8, isMock: false });
    this.open(operatorAccount, words.AccountType.operatorFee);
    this.open(operatorAccount, words.AccountType.chain, words.AccountClass.contra);
    this.open(alice, words.AccountType.spot);
    this.open(bob, words.AccountType.spot);
    this.emit('setFeeSchedule', { instrumentId: 0, makerPpm: rates(100), takerPpm: rates(1000) });
    this.emit('defineInstrument', instrument);
    this.emit('setMarketState', { instrumentId: 7, state: words.MarketState.trading });
    for (const toAccountId of [3, 4]) {
      for (const assetId of [52, 2]) this.fund(toAccountId, assetId);
    }
    return this;
  }

  fund(toAccountId: number, assetId: number, amountUnits = 1_000_000_000n): string {
    const terms = { fromAccountId: 2, toAccountId, assetId, amountUnits };
    return this.ask('transfer', { ...terms, reason: words.TransferReason.deposit, reference: 0 });
  }

  place(fields: Fields = {}): CoreEvent[] {
    return this.emit('placeOrder', { actorId: alice, ...order, isTest: false, ...fields });
  }
}
