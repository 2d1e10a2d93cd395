// Whether there is capacity for a command: everything is reserved at the start, and what is full
// must refuse and never stop the engine. One check before a command's own, for the most that it can
// need. Not here: keys (keys.ts). Rules: docs/rules/core.md 9. Called by engine.ts.
//
// While few orders are open there is capacity for any command of orders, whatever it is: each order
// takes at most one place of each table that orders fill. Only beyond is it counted.
import type { Command } from './command.ts';
import * as commandNames from './command.ts';
import type { CoreContext } from './context.ts';
import { floorDiv } from './math/index.ts';
import type { Prices } from './prices/prices.ts';
import type { SpotProduct } from './product.ts';
import type { Contracts } from './products/contracts/contracts.ts';
import type { Trading } from './trading/trading.ts';
import * as refusalNames from './refusal.ts';
import * as capacityNumbersNames from './capacity-numbers.ts';

const { CommandKind } = commandNames;
const { applied } = refusalNames;
const { Capacity } = capacityNumbersNames;

const legsMax = 3;
const legsMaxOfGroup = 64;
const itemsMax = 20;
const plansPerSchedule = 16;
/** Rows that a command looks at for each order it places: both assets of the acting account. */
const balancesPerOrder = 2;
/** Rows of the house that a trade of a contract moves. */
const balancesOfHouse = 4;

/** An account on a contract. */
type OfContract = Readonly<Record<'accountId' | 'instrumentId', number>>;

/** What the checks need. */
export interface CapacityParts {
  readonly context: CoreContext;
  readonly trading: Trading;
  readonly spot: SpotProduct;
  readonly prices: Prices;
  readonly contracts: Contracts;
  readonly countHolds: () => number;
}

/** Make the capacity checks of one engine. */
export function createCapacity(parts: CapacityParts) {
  const { context, trading, spot, prices, contracts, countHolds } = parts;
  const { sizes, refusal, ledger, instruments } = context;
  const { accounts, owners, fees, balances, assets } = ledger;
  const { countOrders, countBookPages, countWaiting, countLists } = trading.capacity;
  const { countCloseOuts } = spot.capacity;
  const { countBlocks } = balances;
  const { accountsMax, ownersMax, instrumentsMax, feePlansMax, ordersMax, listsMax } = sizes;
  const { overflowBlocksMax } = sizes;
  const pagesMax = sizes.bookPagesMax - 1;
  const smallest = Math.min(ordersMax, pagesMax, listsMax, floorDiv(overflowBlocksMax, 2));
  const easyMax = smallest - itemsMax * (1 + balancesPerOrder);

  /** True when there is capacity for any command of orders, whatever the open ones come to need. */
  function isEasy(): boolean {
    return countOrders() + countBlocks() < easyMax;
  }

  function refuseFull(used: number, needed: number, full: readonly [number, number]): number {
    const [capacity, countMax] = full;
    return used + needed <= countMax
      ? applied
      : refusal.refuse('capacity_exceeded', capacity, countMax);
  }

  /** An open order may need a block for what it receives, a waiting one for its hold. */
  function checkBalances(needed: number): number {
    if (assets.countAssets() <= sizes.homeAssetsCount) return applied;
    const used = countBlocks() + countOrders() + countWaiting();
    return refuseFull(used, needed, [Capacity.balances, overflowBlocksMax]);
  }

  function checkOrders(ordersCount: number, listsCount: number): number {
    if (ordersCount === 0 || isEasy()) return applied;
    const pagesCount = countBookPages() + countWaiting();
    return (
      refuseFull(countOrders(), ordersCount, [Capacity.orders, ordersMax]) ||
      refuseFull(pagesCount, ordersCount, [Capacity.bookPages, pagesMax]) ||
      refuseFull(countLists(), listsCount, [Capacity.lists, listsMax]) ||
      checkBalances(ordersCount * (1 + balancesPerOrder))
    );
  }

  function checkOwner(ownerId: number): number {
    const needed = owners.has(ownerId) ? 0 : 1;
    return refuseFull(owners.countOwners(), needed, [Capacity.owners, ownersMax]);
  }

  function checkAccount(ownerId: number): number {
    const code = refuseFull(accounts.countAccounts(), 1, [Capacity.accounts, accountsMax]);
    return code || checkOwner(ownerId);
  }

  function checkPlans(): number {
    return refuseFull(fees.countPlans(), plansPerSchedule, [Capacity.feePlans, feePlansMax]);
  }

  function checkMarket(): number {
    return refuseFull(instruments.countInstruments(), 1, [Capacity.instruments, instrumentsMax]);
  }

  function checkIndex(indexId: number): number {
    const needed = prices.capacity.hasIndex(indexId) ? 0 : 1;
    return refuseFull(prices.capacity.countIndexes(), needed, [Capacity.indexes, sizes.indexesMax]);
  }

  /** A row for an account on a contract. */
  function checkPosition({ accountId, instrumentId }: OfContract): number {
    const { countPositions, hasPosition } = contracts.capacity;
    const needed = hasPosition(accountId, instrumentId) ? 0 : 1;
    return refuseFull(countPositions(), needed, [Capacity.positions, sizes.positionsMax]);
  }

  function checkContractOrder(command: OfContract): number {
    const code = checkOrders(1, 0) || checkBalances(1 + balancesPerOrder + balancesOfHouse);
    return code || checkPosition(command);
  }

  function checkInstrument(): number {
    const code = checkMarket() || checkPlans();
    return code || checkBalances(balancesPerOrder);
  }

  /**
   * `capacity_exceeded`, or 0 when there is a place for the most that the command can need.
   * Commands that only free places are not asked about.
   */
  function check(command: Command): number {
    switch (command.kind) {
      case CommandKind.placeOrder:
      case CommandKind.cancelReplace:
        return checkOrders(1, 0);
      case CommandKind.placeOrderList:
        return checkOrders(legsMax, 1);
      case CommandKind.batchOrders:
        return checkOrders(countPlaces(command.items), 0);
      case CommandKind.openAccount:
        return checkAccount(command.ownerId);
      case CommandKind.setVipLevel:
      case CommandKind.setSelfTradeGroup:
        return checkOwner(command.ownerId);
      case CommandKind.defineInstrument:
        return checkInstrument();
      case CommandKind.defineContract:
        return checkMarket() || checkPlans();
      case CommandKind.updateContract:
        return checkPlans();
      case CommandKind.placeContractOrder:
        return checkContractOrder(command);
      case CommandKind.setContractSettings:
        return checkPosition(command);
      case CommandKind.defineIndex:
        return checkIndex(command.indexId);
      case CommandKind.setFeeSchedule:
        return checkPlans();
      case CommandKind.transfer:
        return checkBalances(balancesPerOrder);
      case CommandKind.transferGroup:
        return checkBalances(balancesPerOrder * Math.min(command.legs.length, legsMaxOfGroup));
      case CommandKind.hold:
        return checkBalances(1) || refuseFull(countHolds(), 1, [Capacity.holds, accountsMax]);
      case CommandKind.closeOutDust:
        return (
          checkBalances(2 * balancesPerOrder) ||
          refuseFull(countCloseOuts(), 1, [Capacity.closeOuts, spot.capacity.closeOutsMax])
        );
      default:
        return applied;
    }
  }

  /** The same for a command that places one order. */
  const checkOne = (): number => (isEasy() ? applied : checkOrders(1, 0));

  return { check, checkOne };
}

/** Orders that a batch places, at most as many as a batch may have. */
function countPlaces(items: Extract<Command, { kind: typeof CommandKind.batchOrders }>['items']) {
  let count = 0;
  for (const { action } of items) if (action === 'place') count += 1;
  return Math.min(count, itemsMax);
}
