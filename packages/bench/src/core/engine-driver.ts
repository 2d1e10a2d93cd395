// Drives the product's core with an order stream: accounts and money first, then passes of records.
// Not here: timing (child.ts). A modify is a cancel-replace; orders of a pass are numbered ahead.
// Called by child.ts and by the test that compares trades and fees with the definition.
import {
  type Command,
  CommandKind,
  createEngine,
  defaultSizes,
  type Engine,
  EventKind,
} from '@isobath/core';
import {
  AccountClass,
  AccountType,
  MarketState,
  SelfTradeMode,
  TransferReason,
} from '@isobath/core/words';
import { createLedgerFor } from './bench-ledger.ts';
import { envelope, operatorAccounts, startMs } from './driver-commands.ts';
import { startUnits, streamFeesPpm } from './naive-engine.ts';
import { RecordWord, recordWords } from './records.ts';
import { hashTrade, StreamOp, type StreamTerms } from './stream.ts';
import { createPublisher, type DrivenEngine, firstOwnerId } from './publisher.ts';

const quoteAssetId = 1;
const stepsPerReset = 64;
const manyUsers = 10_000;
const scale = 18;

/** What to drive. */
export interface DriverOptions {
  readonly terms: StreamTerms;
  /** The stream's records (records.ts), all or a prefix. */
  readonly words: Int32Array;
  /** False: every amount is skipped, so that only matching and events are left. */
  readonly hasLedger: boolean;
  /** What is told the commands; an engine of the driver's own when absent. */
  readonly engine?: DrivenEngine;
}

/** What a pass found when its events were read. */
export interface PassTrades {
  readonly tradeHash: number;
  readonly tradesCount: number;
  readonly rejectsCount: number;
}

function openEngine(terms: StreamTerms, hasLedger: boolean): Engine {
  return createEngine({
    sizes: {
      ...defaultSizes,
      accountsMax: terms.users + operatorAccounts,
      ownersMax: terms.users + operatorAccounts,
      homeAssetsCount: terms.symbols + 1,
      eventWordsMax: 1_048_576,
    },
    createLedger: createLedgerFor(hasLedger),
  });
}

/** One engine with its users, ready for passes. */
export class EngineDriver {
  readonly engine: Engine;
  readonly #options: DriverOptions;
  readonly #teller: ReturnType<typeof createPublisher>;
  /** For each record the order it makes or names, numbered from 1 in a pass. */
  readonly #orders: Int32Array;
  readonly #streamIds: number[] = [];
  /** For each order of a pass the record that makes it. */
  readonly #makers: number[] = [];
  /** 1 for each order of a pass that rests at its end; known after a checked pass. */
  readonly #resting: Uint8Array;
  #ordersBefore = 0;

  constructor(options: DriverOptions) {
    const { terms, words, hasLedger } = options;
    this.#options = options;
    this.engine = (options.engine as Engine | undefined) ?? openEngine(terms, hasLedger);
    this.#orders = new Int32Array(words.length / recordWords);
    this.#numberOrders();
    this.#resting = new Uint8Array(this.#streamIds.length + 1);
    this.#teller = createPublisher({ engine: this.engine, words, orders: this.#orders });
    this.#open();
  }

  /** Number of the last command. */
  get sequence(): number {
    return this.#teller.readSequence();
  }

  /** Number the orders of a pass ahead: the engine counts places and the places of modifies. */
  #numberOrders(): void {
    const { words } = this.#options;
    const latest = new Int32Array(words.length / recordWords + 1);
    for (let at = 0, record = 0; at < words.length; at += recordWords, record += 1) {
      const id = words[at + RecordWord.id];
      const op = words[at] & 255;
      this.#orders[record] = latest[id];
      if (op === StreamOp.cancel) continue;
      this.#streamIds.push(id);
      this.#makers.push(record);
      latest[id] = this.#streamIds.length;
    }
  }

  #tell(command: object): void {
    this.engine.apply({ ...envelope, ...command } as Command, this.#teller.count(), startMs);
    if (this.engine.events.words[5] !== 0) {
      throw new Error(`refused: ${JSON.stringify(command, (_, it) => String(it))}`);
    }
    this.engine.events.reset();
  }

  #open(): void {
    const { terms } = this.#options;
    const assets = Array.from({ length: terms.symbols + 1 }, (_, place) => place + 1);
    for (const assetId of assets) {
      this.#tell({ kind: CommandKind.defineAsset, assetId, scale, isMock: false });
    }
    this.#openAccount(1, AccountType.operatorFee, AccountClass.wallet);
    this.#openAccount(1, AccountType.chain, AccountClass.contra);
    const makerPpm = Array.from({ length: 16 }, () => Number(streamFeesPpm.maker));
    const takerPpm = Array.from({ length: 16 }, () => Number(streamFeesPpm.taker));
    this.#tell({ kind: CommandKind.setFeeSchedule, instrumentId: 0, makerPpm, takerPpm });
    for (let symbol = 0; symbol < terms.symbols; symbol += 1) this.#openMarket(symbol);
    for (let user = 0; user < terms.users; user += 1) {
      this.#openAccount(firstOwnerId + user, AccountType.spot, AccountClass.wallet);
      for (const assetId of assets) {
        this.#tell({
          kind: CommandKind.transfer,
          fromAccountId: operatorAccounts,
          toAccountId: operatorAccounts + 1 + user,
          assetId,
          // The contra account's balance is what all users have: it must fit its two limbs.
          amountUnits: terms.users > manyUsers ? startUnits / 100n : startUnits,
          reason: TransferReason.deposit,
          reference: 0,
        });
      }
    }
  }

  #openAccount(ownerId: number, accountType: number, accountClass: number): void {
    const terms = { ownerId, accountType, accountClass, scope: 0, isMock: false };
    this.#tell({ kind: CommandKind.openAccount, ...terms });
  }

  #openMarket(symbol: number): void {
    this.#tell({
      kind: CommandKind.defineInstrument,
      instrumentId: symbol + 1,
      baseAssetId: symbol + 1 + quoteAssetId,
      quoteAssetId,
      priceDecimals: 0,
      lotDecimals: 0,
      priceTicksMin: 1,
      priceTicksMax: 2 ** 31 - 1,
      sizeLotsMin: 1,
      sizeLotsMax: 1_000_000,
      marketSizeLotsMax: 1_000_000,
      notionalUnitsMin: 0n,
      bandLowPpm: 1,
      bandHighPpm: 1_000_000_000,
      marketGuardBps: 500,
      openOrdersCountMax: 1_000_000,
      stopOrdersCountMax: 1000,
      icebergPartsCountMax: 100,
      trailingDeltaBpsMin: 1,
      trailingDeltaBpsMax: 2000,
      amendsCountMax: 100,
      closeOutUnitsMax: 0n,
      selfTradeModesMask: 127,
      selfTradeModeDefault: SelfTradeMode.expireTaker,
      tradeArea: 1,
    });
    const market = { instrumentId: symbol + 1, state: MarketState.trading };
    this.#tell({ kind: CommandKind.setMarketState, ...market });
  }

  /** Do every record once. */
  runPass(): void {
    this.#teller.emitAll();
    this.#endPass();
  }

  /** The same, timing each step; `times` has a place for each record, in milliseconds. */
  runTimedPass(times: Float64Array): void {
    const { events } = this.engine;
    const { emit } = this.#teller;
    for (let record = 0; record < times.length; record += 1) {
      const from = performance.now();
      emit(record);
      times[record] = performance.now() - from;
      if ((record & (stepsPerReset - 1)) === 0) events.reset();
    }
    this.#endPass();
  }

  /** The same, reading every event: for the trade hash. */
  runCheckedPass(): PassTrades {
    const found = { hash: 0, tradesCount: 0, rejectsCount: 0 };
    for (let record = 0; record < this.#orders.length; record += 1) {
      this.#teller.emit(record);
      this.#readStep(found);
      this.engine.events.reset();
    }
    this.#endPass();
    const { hash, tradesCount, rejectsCount } = found;
    return { tradeHash: hash >>> 0, tradesCount, rejectsCount };
  }

  #endPass(): void {
    this.#ordersBefore += this.#streamIds.length;
    this.#teller.setOrdersBefore(this.#ordersBefore);
    this.engine.events.reset();
  }

  #readStep(found: { hash: number; tradesCount: number; rejectsCount: number }): void {
    const words = this.engine.events.readWords();
    for (let at = 0; at < words.length; at += Math.floor(words[at] / 256)) {
      const kind = words[at] % 256;
      if (kind === EventKind.commandApplied && words[at + 5] !== 0) found.rejectsCount += 1;
      if (kind === EventKind.itemApplied && words[at + 2] !== 0) found.rejectsCount += 1;
      if (kind === EventKind.orderOpened) this.#resting[words[at + 1] - this.#ordersBefore] = 1;
      if (kind === EventKind.orderClosed) this.#resting[words[at + 1] - this.#ordersBefore] = 0;
      if (kind !== EventKind.tradeExecuted) continue;
      const maker = this.#streamIds[words[at + 7] - this.#ordersBefore - 1];
      const taker = this.#streamIds[words[at + 8] - this.#ordersBefore - 1];
      found.hash = hashTrade(found.hash, [maker, taker, words[at + 3], words[at + 4]]);
      found.tradesCount += 1;
    }
  }

  /** Cancel what the last pass left resting, as the checked pass found it. */
  clear(): void {
    const { words } = this.#options;
    const before = this.#ordersBefore - this.#streamIds.length;
    const { asCancel, count } = this.#teller;
    for (let order = 1; order < this.#resting.length; order += 1) {
      if (this.#resting[order] === 0) continue;
      const user = words[this.#makers[order - 1] * recordWords + RecordWord.user];
      this.engine.apply(asCancel(before + order, user), count(), startMs);
      if (this.engine.events.words[5] !== 0) throw new Error('the books are not empty');
      this.engine.events.reset();
    }
  }

  /** Quote units of fees that the house has received so far. */
  readFeeQuoteUnits(): bigint {
    return this.engine.readBalance(1, quoteAssetId)?.availableUnits ?? 0n;
  }

  /** True when the balances of every asset sum to 0. */
  isZeroSum(): boolean {
    return this.engine.readTotals().every(({ totalUnits }) => totalUnits === 0n);
  }
}
