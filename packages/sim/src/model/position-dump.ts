// Sections 18 and 19 of the model's state, docs/rules/core.md 8, beside model-dump.ts, which calls
// it.
import { Side } from '@isobath/core/words';
import { list } from './dump-lines.ts';
import * as positions from './positions.ts';
import { type Model, openLots } from './state.ts';

/** Positions, margin and settings as lines. */
export function dumpPositions(model: Model): string[] {
  const involved = model.contracts.flatMap((contract) =>
    model.accounts
      .filter(({ accountId }) => positions.isInvolved(model, accountId, contract.market))
      .map(({ accountId }) => ({ accountId, contract })),
  );
  const rows = involved.map(({ accountId, contract }) => {
    const { market } = contract;
    const orders = positions.listOrders(model, accountId, market);
    const [bids, asks] = [Side.buy, Side.sell].map((it) => positions.sumSide(contract, orders, it));
    const reserves = orders.map((it) =>
      positions.reserve(contract, it, { ...it, lots: openLots(it) }),
    );
    return {
      ...positions.findPosition(model, accountId, market),
      instrumentId: market.instrumentId,
      bidLots: bids?.lots,
      askLots: asks?.lots,
      bidUnits: bids?.units,
      askUnits: asks?.units,
      reserveUnits: reserves.reduce((sum, it) => sum + it, 0n),
      isOpen: orders.length > 0,
      leverage: positions.readLeverage(model, accountId, market),
    };
  });
  const pairs = new Map(
    involved.map(({ accountId, contract }) => {
      const { assetId } = contract.settle;
      return [`${accountId} ${assetId}`, { accountId, assetId }] as const;
    }),
  );
  const margins = [...pairs.values()].map((it) => {
    return { ...it, ...positions.sums(model, it.accountId, it) };
  });
  return [
    ...list('positions', model.lastPositionId > 0 ? [model] : []),
    ...list(
      'position',
      rows.filter((it) => it.lots !== 0n || it.isOpen),
    ),
    ...list(
      'entry',
      model.orders.filter((it) => !it.market.isSpot),
    ),
    ...list('margin', margins),
    ...list(
      'settings',
      rows.filter((it) => it.leverage !== positions.usualLeverage),
    ),
  ];
}
