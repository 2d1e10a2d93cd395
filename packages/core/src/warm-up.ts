// A made-up market that an engine runs through before it holds any state, so that its functions are
// compiled when the first real command comes. Not here: forgetting it again (engine.ts, `reset`).
// Called by the engine's process at its start.
import { decodeCommandBytes, encodeCommandBytes } from './codec/codec.ts';
import {
  type CancelOrder,
  type CancelReplace,
  type Command,
  CommandKind,
  type OrderTerms,
  type PlaceOrder,
  simpleLimitTerms,
  unkeyed,
} from './command.ts';
import type { Engine } from './engine.ts';
import { noClientOrderId } from './math/index.ts';
import {
  AccountClass,
  AccountType,
  MarketState,
  OrderType,
  SelfTradeMode,
  Side,
  Source,
  TimeInForce,
  TransferReason,
} from './words.ts';

type Writable<TShape> = { -readonly [TKey in keyof TShape]: TShape[TKey] };

const tradersCount = 40;
const operatorAccounts = 2;
const firstOwnerId = 1_000_001;
const [baseAssetId, quoteAssetId, instrumentId] = [1, 2, 1];
const middleTicks = 50_000;
const openCountMax = 2_000;
const askEvery = 1_000;
const countsMax = 1_000_000;
const startMs = 1_700_000_000_000;
const scale = 8;

const envelope = {
  actorId: 1,
  sessionId: 1,
  source: Source.operator,
  issuedAtMs: startMs,
  ...unkeyed,
};

const terms = {
  accountId: 0,
  instrumentId,
  side: 0,
  orderType: OrderType.limit,
  timeInForce: 0,
  priceTicks: 0,
  sizeLots: 0,
  ...simpleLimitTerms,
};

const market = {
  instrumentId,
  baseAssetId,
  quoteAssetId,
  priceDecimals: 2,
  lotDecimals: 4,
  priceTicksMin: 1,
  priceTicksMax: countsMax,
  sizeLotsMin: 1,
  sizeLotsMax: countsMax,
  marketSizeLotsMax: countsMax,
  notionalUnitsMin: 0n,
  bandLowPpm: 1,
  bandHighPpm: 1_000_000_000,
  marketGuardBps: 500,
  openOrdersCountMax: countsMax,
  stopOrdersCountMax: 1,
  icebergPartsCountMax: 1,
  trailingDeltaBpsMin: 1,
  trailingDeltaBpsMax: 1,
  amendsCountMax: 1,
  closeOutUnitsMax: 0n,
  selfTradeModesMask: 126,
  selfTradeModeDefault: SelfTradeMode.expireTaker,
  tradeArea: 1,
};

/** Assets, operator accounts, market and traders with money. */
function listOpening(): object[] {
  const ppm = Array.from({ length: 16 }, () => 500);
  const operatorAccount = { ownerId: 1, scope: 0, isMock: false };
  const traders = Array.from({ length: tradersCount }, (_, place) => place);
  const deposit = { fromAccountId: operatorAccounts, reason: TransferReason.deposit, reference: 0 };
  const amountUnits = 10n ** 20n;
  return [
    ...[baseAssetId, quoteAssetId].map((assetId) => {
      return { kind: CommandKind.defineAsset, assetId, scale, isMock: false };
    }),
    ...[
      { accountType: AccountType.operatorFee, accountClass: AccountClass.wallet },
      { accountType: AccountType.chain, accountClass: AccountClass.contra },
    ].map((account) => ({ kind: CommandKind.openAccount, ...operatorAccount, ...account })),
    { kind: CommandKind.setFeeSchedule, instrumentId: 0, makerPpm: ppm, takerPpm: ppm },
    { kind: CommandKind.defineInstrument, ...market },
    { kind: CommandKind.setMarketState, instrumentId, state: MarketState.trading },
    ...traders.flatMap((place) => {
      const toAccountId = operatorAccounts + 1 + place;
      const spot = { accountType: AccountType.spot, accountClass: AccountClass.wallet };
      return [
        {
          kind: CommandKind.openAccount,
          ...operatorAccount,
          ...spot,
          ownerId: firstOwnerId + place,
        },
        ...[baseAssetId, quoteAssetId].map((assetId) => {
          return { kind: CommandKind.transfer, ...deposit, toAccountId, assetId, amountUnits };
        }),
      ];
    }),
  ];
}

/** A command through its bytes: the shape is that of real ones, and the codec is warmed too. */
function makeCommand<TCommand extends Command>(fields: object): Writable<TCommand> {
  const bytes = encodeCommandBytes({ ...envelope, ...fields } as unknown as Command);
  return decodeCommandBytes(bytes) as Writable<TCommand>;
}

/** Numbers without a pattern, the same in every process. */
function createDraw(): (below: number) => number {
  const state = new Uint32Array([20_260_711]);
  return (below) => {
    state[0] = Math.imul(state[0], 1_664_525) + 1_013_904_223;
    return (state[0] >>> 8) % below;
  };
}

/** Draws commands of one market: half are orders, most others cancels. */
class Traffic {
  readonly #draw = createDraw();
  readonly #open: { orderId: number; trader: number }[] = [];
  #lastOrderId = 0;

  /** The next command. */
  next(): Command {
    const kind = this.#draw(100);
    const isFull = this.#open.length > openCountMax;
    if (kind < 50 && !isFull) return this.#place(false);
    if (kind < 60 && !isFull) return this.#place(true);
    const last = this.#open.pop();
    if (last === undefined) return this.#place(false);
    return kind < 97 ? this.#cancel(last) : this.#replace(last);
  }

  #drawTerms(trader: number, isTaker: boolean): object {
    const side = this.#draw(2) === 0 ? Side.buy : Side.sell;
    const distance = 1 + this.#draw(isTaker ? 20 : 200);
    const isAbove = (side === Side.sell) !== isTaker;
    return {
      ...terms,
      accountId: operatorAccounts + 1 + trader,
      side,
      timeInForce: isTaker && this.#draw(2) === 0 ? TimeInForce.ioc : TimeInForce.gtc,
      priceTicks: middleTicks + (isAbove ? distance : -distance),
      sizeLots: 1 + this.#draw(isTaker ? 400 : 100),
    };
  }

  #noteOrder(trader: number): void {
    this.#lastOrderId += 1;
    const place = this.#draw(this.#open.length + 1);
    const one = { orderId: this.#lastOrderId, trader };
    // Somewhere among the others, so that the last in line is any.
    this.#open.push(this.#open[place] ?? one);
    this.#open[place] = one;
  }

  #place(isTaker: boolean): Command {
    const trader = this.#draw(tradersCount);
    const own = this.#drawTerms(trader, isTaker);
    this.#noteOrder(trader);
    return makeCommand<PlaceOrder>({
      kind: CommandKind.placeOrder,
      ...own,
      actorId: firstOwnerId + trader,
      source: Source.api,
      isTest: false,
    });
  }

  #cancel({ orderId, trader }: { orderId: number; trader: number }): Command {
    return makeCommand<CancelOrder>({
      kind: CommandKind.cancelOrder,
      actorId: firstOwnerId + trader,
      source: Source.api,
      accountId: operatorAccounts + 1 + trader,
      instrumentId: 0,
      orderId,
      clientOrderId: noClientOrderId,
      condition: 0,
    });
  }

  #replace({ orderId, trader }: { orderId: number; trader: number }): Command {
    const place = this.#drawTerms(trader, false) as OrderTerms;
    this.#noteOrder(trader);
    return makeCommand<CancelReplace>({
      kind: CommandKind.cancelReplace,
      actorId: firstOwnerId + trader,
      source: Source.api,
      cancel: {
        accountId: place.accountId,
        instrumentId: 0,
        orderId,
        clientOrderId: noClientOrderId,
      },
      condition: 0,
      allowFailure: true,
      place,
    });
  }
}

/** How long an engine is warmed. */
export interface WarmUpLimits {
  readonly commandsCount: number;
  /** Asked now and then; false ends it early. */
  readonly mayGoOn?: () => boolean;
}

/** Run made-up commands through an engine that has done no step yet. The caller resets it. */
export function warmUp(engine: Pick<Engine, 'apply' | 'events'>, limits: WarmUpLimits): void {
  const { commandsCount, mayGoOn = () => true } = limits;
  let sequence = 0;
  const apply = (command: Command): void => {
    sequence += 1;
    engine.events.reset();
    engine.apply(command, sequence, startMs);
  };
  for (const fields of listOpening()) apply(makeCommand(fields));
  const traffic = new Traffic();
  while (sequence < commandsCount) {
    if (sequence % askEvery === 0 && !mayGoOn()) return;
    apply(traffic.next());
  }
}
