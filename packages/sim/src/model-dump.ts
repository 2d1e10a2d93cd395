// The model's state written down as text, in the order of docs/rules/core.md 8, to be compared; the
// fields of its lines stand in tables.json. It judges and hashes nothing. Called by the comparison.
import { list } from './model/dump-lines.ts';
import type { Model } from './model/state.ts';
import { dumpPositions } from './model/position-dump.ts';
import { dumpPrices } from './model/price-dump.ts';

/** The state as text, each line ended by LF. */
export function dumpState(model: Model): string {
  const { coreTimeMs, accounts, defaultFees, orders } = model;
  const markets = [...model.markets].sort((one, other) => one.instrumentId - other.instrumentId);
  const spots = markets.filter((it) => it.isSpot);
  const instruments = spots.map((it) => ({ ...it, ...it.limits }));
  const fees = defaultFees === null ? [] : [{ instrumentId: 0, ...defaultFees }];
  const owners = Array.from(model.owners, ([ownerId, it]) => ({ ownerId, ...it }));
  const known = owners.filter((it) => it.vipLevel + it.group + it.lastPrivateNumber > 0);
  const balances = [...model.balances.values()].filter((it) => it.available || it.held);
  const lists = model.lists.map(({ legs, ...it }) => {
    return { ...it, openIds: legs.map((leg) => (leg.closedAs === 0 ? leg.orderId : 0)) };
  });
  const keys = [...model.keys.values()].filter((it) => it.deadlineMs >= coreTimeMs);
  const today = model.closeOuts.filter((it) => it.day === Math.floor(coreTimeMs / 86_400_000));
  const lines = [
    ...list('core', [{ ...model, nextAccountId: accounts.length + 1 }]),
    ...list('asset', model.assets),
    ...list('instrument', instruments),
    ...list('fees', [...fees, ...spots]),
    ...list('owner', known),
    ...list('account', accounts),
    ...list('balance', balances),
    ...markets.flatMap((market) => [
      ...list('resting', [...market.bids, ...market.asks]),
      ...list(
        'dormant',
        orders.filter((it) => it.market === market && it.status === 1),
      ),
      ...list(
        'pending',
        orders.filter((it) => it.market === market && it.status === 2),
      ),
    ]),
    ...list('order', orders),
    ...list('list', lists),
    ...list('deadman', model.deadMen),
    ...list('key', keys),
    ...list('closeout', today),
    ...dumpPrices(model),
    ...dumpPositions(model),
  ];
  return `${lines.join('\n')}\n`;
}
