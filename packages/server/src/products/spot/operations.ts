// Every spot operation, once: the specification's routes and the trading API's dialect are
// translations onto these. The engine decides; here words become numbers and its events become
// answers.
import {
  type AccountId,
  CancelCondition,
  CommandKind,
  type CoreEvent,
  EventKind,
  ListType,
  type OrderId,
  type OrderReference,
  type OrderTerms,
} from '@isobath/core';
import { encodeClientOrderId, formatDecimal, noClientOrderId } from '@isobath/core/math';
import type { PlaceOrderAnswer, PlaceOrderBody, RouteAnswer, spotRoutes } from '@isobath/wire';
import type { AccountDirectory } from '../../base/accounts/index.ts';
import {
  type CommandClient,
  type DurableOutcome,
  refuseWithCode,
} from '../../base/commands/index.ts';
import type { Market, MarketRegistry } from '../../base/market/index.ts';
import { type Caller, CallRefusal, refuse, refuseField } from '../../base/product/index.ts';
import { findClosedOrders, findOpenings, showPlacedOrder, type StoryOf } from './answers.ts';
import { parseOrderTerms } from './terms.ts';

/** What spot's operations stand on. */
export interface SpotParts {
  readonly commandClient: CommandClient;
  readonly markets: MarketRegistry;
  readonly accounts: AccountDirectory;
}

/** Who asks, and the key that makes a repeat recognisable. */
export interface Asker {
  readonly caller: Caller;
  readonly idempotencyKey: string;
}

/** An order by number, or by client order id with its market, where alone the id is unique. */
export interface ReferenceBody {
  readonly orderId?: string | undefined;
  readonly symbol?: string | undefined;
  readonly clientOrderId?: string | undefined;
}

/**
 * Refuse a reference that does not name one order.
 *
 * @throws CallRefusal `invalid` with the field.
 */
export function checkReference({ orderId, symbol, clientOrderId }: ReferenceBody): void {
  if ((orderId === undefined) === (clientOrderId === undefined)) {
    throw refuseField('orderId', 'give orderId or clientOrderId');
  }
  if (clientOrderId !== undefined && symbol === undefined) {
    throw refuseField('symbol', 'give the market of the clientOrderId');
  }
}

type Answer<TName extends keyof typeof spotRoutes> = RouteAnswer<(typeof spotRoutes)[TName]>;

/** Text of one part of a step, in English; routes put it into the caller's language. */
type PartResult = Answer<'cancelReplace'>['cancel'];

type BatchItem = { readonly place: PlaceOrderBody } | { readonly cancel: ReferenceBody };

type ParsedItem =
  | { readonly action: 'place'; readonly place: OrderTerms }
  | { readonly action: 'cancel'; readonly cancel: OrderReference }
  | { readonly action: 'none'; readonly refusal: CallRefusal };

const CONDITIONS = {
  ANY: CancelCondition.any,
  ONLY_NEW: CancelCondition.onlyNew,
  ONLY_PARTIALLY_FILLED: CancelCondition.onlyPartiallyFilled,
} as const;

/** Make the operations. `speak` words the parts of a step that were refused. */
export function createSpotOperations(
  parts: SpotParts,
  translate: (locale: string, word: string, facts: Readonly<Record<string, string>>) => string,
) {
  const { commandClient } = parts;

  function readAccount(caller: Caller): AccountId {
    const accountId = parts.accounts.readSpotAccount(caller.ownerId);
    if (accountId === undefined) throw refuse('object_not_found');
    return accountId;
  }

  function readMarket(symbol: string): Market {
    const market = parts.markets.marketBySymbol(symbol);
    if (market === undefined) throw refuse('market_unknown', {});
    return market;
  }

  function parseReference(body: ReferenceBody, caller: Caller): OrderReference {
    checkReference(body);
    const orderId = Number(body.orderId ?? 0);
    if (!Number.isSafeInteger(orderId)) throw refuse('object_not_found');
    return {
      accountId: readAccount(caller),
      instrumentId: body.symbol === undefined ? 0 : readMarket(body.symbol).instrumentId,
      orderId: orderId as OrderId,
      clientOrderId: body.clientOrderId ? encodeClientOrderId(body.clientOrderId) : noClientOrderId,
    };
  }

  function parsePlace(body: PlaceOrderBody, caller: Caller): OrderTerms {
    return parseOrderTerms(body, readMarket(body.symbol), readAccount(caller));
  }

  function showOrder(
    outcome: Pick<DurableOutcome, 'sequence' | 'atMs' | 'events'> & Pick<StoryOf, 'stepEvents'>,
    terms: OrderTerms,
    index = 0,
  ): PlaceOrderAnswer {
    const market = parts.markets.marketById(terms.instrumentId) as Market;
    const opened = findOpenings(outcome.events)[index];
    if (opened === undefined) throw refuse('internal');
    return showPlacedOrder({ market, terms, ...outcome }, opened);
  }

  /** An order that was one part of a command. */
  function showPartOrder(
    outcome: DurableOutcome,
    events: DurableOutcome['events'],
    terms: OrderTerms,
  ): PlaceOrderAnswer {
    return showOrder({ ...outcome, events, stepEvents: outcome.events }, terms);
  }

  function showRefusal(caller: Caller, refusal: CallRefusal): PartResult {
    const { code, word: reject, facts, fields } = refusal;
    const message = translate(caller.locale, reject, facts);
    const named = fields.length === 0 ? {} : { fields: [...fields] };
    return { code, message, reject, facts: { ...facts }, ...named };
  }

  function showPart(caller: Caller, code: number, facts: readonly number[]): PartResult {
    if (code === 0) return { code: 200, message: 'OK' };
    return showRefusal(caller, refuseWithCode(code, facts));
  }

  /** A part of a batch as the engine takes it, or why it is not even sent. */
  function parseItem(item: BatchItem, caller: Caller): ParsedItem {
    try {
      return 'place' in item
        ? { action: 'place', place: parsePlace(item.place, caller) }
        : { action: 'cancel', cancel: parseReference(item.cancel, caller) };
    } catch (error) {
      if (error instanceof CallRefusal) return { action: 'none', refusal: error };
      throw error;
    }
  }

  return {
    async place(body: PlaceOrderBody, asker: Asker): Promise<PlaceOrderAnswer> {
      const terms = parsePlace(body, asker.caller);
      const outcome = await commandClient.send(
        { kind: CommandKind.placeOrder, ...terms, isTest: false },
        asker,
      );
      return showOrder(outcome, terms);
    },

    async test(body: PlaceOrderBody, asker: Asker): Promise<Answer<'test'>> {
      const terms = parsePlace(body, asker.caller);
      const command = { kind: CommandKind.placeOrder, ...terms, isTest: true } as const;
      const outcome = await commandClient.send(command, asker);
      return { seq: String(outcome.sequence) };
    },

    async cancel(
      body: ReferenceBody & { condition?: keyof typeof CONDITIONS | undefined },
      asker: Asker,
    ): Promise<Answer<'cancel'>> {
      const reference = parseReference(body, asker.caller);
      const condition = CONDITIONS[body.condition ?? 'ANY'];
      const command = { kind: CommandKind.cancelOrder, ...reference, condition } as const;
      const outcome = await commandClient.send(command, asker);
      const [first] = findClosedOrders(outcome.events);
      return {
        orderId: body.orderId ?? first,
        seq: String(outcome.sequence),
        at: outcome.atMs,
      };
    },

    async amend(
      body: ReferenceBody & { quantity: string; newClientOrderId?: string | undefined },
      asker: Asker & { readMarketOf: (orderId: string) => Promise<string> },
    ): Promise<Answer<'amend'>> {
      const reference = parseReference(body, asker.caller);
      const { orderId, symbol = '' } = body;
      const isNumbered = orderId !== undefined;
      const market = readMarket(isNumbered ? await asker.readMarketOf(orderId) : symbol);
      const { sizeLots } = parseOrderTerms(
        { symbol: market.symbol, side: 'buy', type: 'limit', quantity: body.quantity },
        market,
        reference.accountId,
      );
      const newClientOrderId =
        body.newClientOrderId === undefined
          ? noClientOrderId
          : encodeClientOrderId(body.newClientOrderId);
      const named = { ...reference, sizeLots, newClientOrderId };
      const command = { kind: CommandKind.amendOrder, ...named } as const;
      const outcome = await commandClient.send(command, asker);
      const amended = outcome.events.find((event) => event.kind === EventKind.orderAmended);
      return {
        orderId: String(amended?.orderId ?? body.orderId ?? ''),
        seq: String(outcome.sequence),
        at: outcome.atMs,
        quantity: formatDecimal(BigInt(sizeLots), market.lotDecimals),
      };
    },

    async cancelReplace(
      body: {
        cancel: ReferenceBody;
        condition?: keyof typeof CONDITIONS | undefined;
        mode?: 'STOP_ON_FAILURE' | 'ALLOW_FAILURE' | undefined;
        place: PlaceOrderBody;
      },
      asker: Asker,
    ): Promise<Answer<'cancelReplace'>> {
      const terms = parsePlace(body.place, asker.caller);
      const outcome = await commandClient.send(
        {
          kind: CommandKind.cancelReplace,
          cancel: parseReference(body.cancel, asker.caller),
          condition: CONDITIONS[body.condition ?? 'ANY'],
          allowFailure: body.mode === 'ALLOW_FAILURE',
          place: terms,
        },
        asker,
      );
      const [cancel, place] = splitItems(outcome.events);
      return {
        seq: String(outcome.sequence),
        at: outcome.atMs,
        cancel: showPart(asker.caller, cancel.code, cancel.facts),
        place: {
          ...showPart(asker.caller, place.code, place.facts),
          order: place.code === 0 ? showPartOrder(outcome, place.events, terms) : null,
        },
      };
    },

    async batch(body: { items: readonly BatchItem[] }, asker: Asker): Promise<Answer<'batch'>> {
      const { caller } = asker;
      const parsed = body.items.map((item) => parseItem(item, caller));
      const items = parsed.filter((item) => item.action !== 'none');
      const command = { kind: CommandKind.batchOrders, items } as const;
      const outcome = items.length === 0 ? undefined : await commandClient.send(command, asker);
      const results = outcome === undefined ? [] : splitItems(outcome.events);
      let at = 0;
      return {
        seq: String(outcome?.sequence ?? 0),
        items: parsed.map((item) => {
          if (item.action === 'none') return { ...showRefusal(caller, item.refusal), order: null };
          const { code, facts, events } = results[at++];
          const order =
            code === 0 && item.action === 'place' && outcome !== undefined
              ? showPartOrder(outcome, events, item.place)
              : null;
          return { ...showPart(caller, code, facts), order };
        }),
      };
    },

    async cancelAll(symbol: string | undefined, asker: Asker): Promise<Answer<'cancelAll'>> {
      const outcome = await commandClient.send(
        {
          kind: CommandKind.cancelAllOrders,
          accountId: readAccount(asker.caller),
          instrumentId: symbol === undefined ? 0 : readMarket(symbol).instrumentId,
        },
        asker,
      );
      return {
        seq: String(outcome.sequence),
        at: outcome.atMs,
        orderIds: findClosedOrders(outcome.events),
      };
    },

    async setDeadMan(timeoutMs: number, asker: Asker): Promise<Answer<'deadman'>> {
      const accountId = readAccount(asker.caller);
      const command = { kind: CommandKind.setDeadMan, accountId, timeoutMs } as const;
      const outcome = await commandClient.send(command, asker);
      const set = outcome.events.find((event) => event.kind === EventKind.deadManSet);
      return { seq: String(outcome.sequence), dueAt: set?.dueAtMs ?? 0 };
    },

    async closeOut(symbol: string, asker: Asker): Promise<Answer<'closeOut'>> {
      const market = readMarket(symbol);
      const accountId = readAccount(asker.caller);
      const { instrumentId } = market;
      const command = { kind: CommandKind.closeOutDust, accountId, instrumentId } as const;
      const outcome = await commandClient.send(command, asker);
      const [sold, received] = outcome.events.filter(
        (event) => event.kind === EventKind.transferPosted,
      );
      return {
        seq: String(outcome.sequence),
        sold: formatDecimal(sold.amountUnits, market.base.scale),
        received: formatDecimal(received.amountUnits, market.quote.scale),
      };
    },

    async placeList(
      body: { type: 'OCO' | 'OTO' | 'OTOCO'; legs: readonly PlaceOrderBody[] },
      asker: Asker,
    ): Promise<Answer<'placeList'>> {
      const listType = { OCO: ListType.oco, OTO: ListType.oto, OTOCO: ListType.otoco }[body.type];
      const legs = body.legs.map((leg) => parsePlace(leg, asker.caller));
      const command = { kind: CommandKind.placeOrderList, listType, legs } as const;
      const outcome = await commandClient.send(command, asker);
      const opened = outcome.events.find((event) => event.kind === EventKind.orderListOpened);
      return {
        listId: String(opened?.listId ?? 0),
        seq: String(outcome.sequence),
        at: outcome.atMs,
        orders: legs.map((terms, index) => showOrder(outcome, terms, index)),
      };
    },

    async cancelList(listId: string, asker: Asker): Promise<Answer<'cancelList'>> {
      const outcome = await commandClient.send(
        {
          kind: CommandKind.cancelOrderList,
          accountId: readAccount(asker.caller),
          listId: Number(listId) as never,
        },
        asker,
      );
      return {
        seq: String(outcome.sequence),
        at: outcome.atMs,
        orderIds: findClosedOrders(outcome.events),
      };
    },
  };
}

/** The operations of spot. */
export type SpotOperations = ReturnType<typeof createSpotOperations>;

interface ItemPart {
  readonly code: number;
  readonly facts: readonly number[];
  readonly events: CoreEvent[];
}

/** Events of each part of a step, split at its ItemApplied. */
function splitItems(events: readonly CoreEvent[]): ItemPart[] {
  const items: ItemPart[] = [];
  for (const event of events) {
    if (event.kind === EventKind.itemApplied) {
      items.push({ code: event.code, facts: event.facts, events: [] });
    } else {
      items.at(-1)?.events.push(event);
    }
  }
  return items;
}
