// Whether there is room for a command: everything is reserved at the start, and what is full must
// refuse and never stop the engine. One look before a command's own checks, for the most that it
// can need. Not here: keys (keys.ts). Rules: docs/rules/core.md 9. Called by engine.ts.
//
// While few orders are open there is room for any command of orders, whatever it is: each order
// takes at most one place of each room that orders fill. Only beyond is it counted.
import type { Command } from './command.ts';
import * as commandNames from './command.ts';
import type { CoreContext } from './context.ts';
import { floorDiv } from './math/index.ts';
import type { SpotProduct } from './product.ts';
import * as refusalNames from './refusal.ts';
import * as roomNumbersNames from './room-numbers.ts';

const { CommandKind } = commandNames;
const { applied } = refusalNames;
const { Room } = roomNumbersNames;

const legsMax = 3;
const itemsMax = 20;
const plansPerSchedule = 16;
/** Rows that a command looks at for each order it places: both assets of the acting account. */
const balancesPerOrder = 2;

/** What the looks need. */
export interface RoomParts {
  readonly context: CoreContext;
  readonly spot: SpotProduct;
  readonly countHolds: () => number;
}

/** Make the looks of one engine. */
export function createRooms({ context, spot, countHolds }: RoomParts) {
  const { sizes, refusal, ledger, instruments } = context;
  const { accounts, owners, fees, balances, assets } = ledger;
  const { countOrders, countBookPages, countWaiting, countLists, countCloseOuts } = spot.rooms;
  const { countBlocks } = balances;
  const { accountsMax, ownersMax, instrumentsMax, feePlansMax, ordersMax, listsMax } = sizes;
  const { overflowBlocksMax } = sizes;
  const pagesMax = sizes.bookPagesMax - 1;
  const smallest = Math.min(ordersMax, pagesMax, listsMax, floorDiv(overflowBlocksMax, 2));
  const easyMax = smallest - itemsMax * (1 + balancesPerOrder);

  /** True when there is room for any command of orders, whatever the open ones come to need. */
  function isEasy(): boolean {
    return countOrders() + countBlocks() < easyMax;
  }

  function refuseFull(used: number, needed: number, full: readonly [number, number]): number {
    const [room, countMax] = full;
    return used + needed <= countMax ? applied : refusal.refuse('room_exhausted', room, countMax);
  }

  /** An open order may need a block for what it receives, a waiting one for its hold. */
  function checkBalances(needed: number): number {
    if (assets.countAssets() <= sizes.homeAssetsCount) return applied;
    const used = countBlocks() + countOrders() + countWaiting();
    return refuseFull(used, needed, [Room.balances, overflowBlocksMax]);
  }

  function checkOrders(ordersCount: number, listsCount: number): number {
    if (ordersCount === 0 || isEasy()) return applied;
    const pagesCount = countBookPages() + countWaiting();
    return (
      refuseFull(countOrders(), ordersCount, [Room.orders, ordersMax]) ||
      refuseFull(pagesCount, ordersCount, [Room.bookPages, pagesMax]) ||
      refuseFull(countLists(), listsCount, [Room.lists, listsMax]) ||
      checkBalances(ordersCount * (1 + balancesPerOrder))
    );
  }

  function checkOwner(ownerId: number): number {
    const needed = owners.has(ownerId) ? 0 : 1;
    return refuseFull(owners.countOwners(), needed, [Room.owners, ownersMax]);
  }

  function checkAccount(ownerId: number): number {
    const code = refuseFull(accounts.countAccounts(), 1, [Room.accounts, accountsMax]);
    return code || checkOwner(ownerId);
  }

  function checkPlans(): number {
    return refuseFull(fees.countPlans(), plansPerSchedule, [Room.feePlans, feePlansMax]);
  }

  function checkInstrument(): number {
    const used = instruments.countInstruments();
    const code = refuseFull(used, 1, [Room.instruments, instrumentsMax]) || checkPlans();
    return code || checkBalances(balancesPerOrder);
  }

  /**
   * `room_exhausted`, or 0 when there is room for the most that the command can need. Commands that
   * only free room are not asked about.
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
      case CommandKind.setFeeSchedule:
        return checkPlans();
      case CommandKind.transfer:
        return checkBalances(balancesPerOrder);
      case CommandKind.hold:
        return checkBalances(1) || refuseFull(countHolds(), 1, [Room.holds, accountsMax]);
      case CommandKind.closeOutDust:
        return (
          checkBalances(2 * balancesPerOrder) ||
          refuseFull(countCloseOuts(), 1, [Room.closeOuts, spot.rooms.closeOutsMax])
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
