// Sections 18 and 19 of the state dump, docs/rules/core.md 8. Not here: any rule. Called through
// contracts.ts.
import type { WriteLine } from '../../context.ts';
import type { Margin } from './margin.ts';
import type { OrderMarginParts, OrderMargin } from './order-margin.ts';
import { PositionWord, usualLeverage } from './position-table.ts';

const at = PositionWord;

/** What the dump is read from. */
export interface PositionDumpParts extends OrderMarginParts {
  readonly margin: Margin;
  readonly orderMargin: OrderMargin;
}

/** Write the sections. */
export function dumpPositions(parts: PositionDumpParts, writeLine: WriteLine): void {
  const { context, prices, positions, margin, orderMargin, trading } = parts;
  const { assets } = context.ledger;
  const { contracts } = prices;
  const { book } = trading.tradingContext;
  const readId = (row: number): number => contracts.readId(positions.read(row, at.contract));
  const readAccount = (row: number): number => positions.read(row, at.account);
  const rows = positions
    .listRows()
    .sort((a, b) => readAccount(a) - readAccount(b) || readId(a) - readId(b));
  if (positions.readLastId() > 0) writeLine(`positions ${positions.readLastId()}`);
  for (const row of rows) {
    const orders = margin.readOrders(row);
    if (positions.read(row, at.lots) === 0 && orders.count === 0) continue;
    const words = [
      readAccount(row),
      readId(row),
      positions.read(row, at.id),
      positions.read(row, at.lots),
      positions.readUnits(row, at.entryUnits),
      positions.readUnits(row, at.drawnUnits),
      orders.bidLots,
      orders.askLots,
      orders.bidUnits,
      orders.askUnits,
      orders.costUnits,
    ];
    writeLine(`position ${words.join(' ')}`);
  }
  for (const slot of book.listOpenSlots((it) => orderMargin.readContract(it) >= 0)) {
    writeLine(`entry ${book.readOrderId(slot)} ${orderMargin.readMark(slot)}`);
  }
  const sums = margin.listSums().map((it) => ({ ...it, assetId: assets.readId(it.assetSlot) }));
  for (const it of sums.sort((a, b) => a.account - b.account || a.assetId - b.assetId)) {
    const { lossUnits, gainUnits, maintenanceUnits, requiredUnits, floorUnits } = it.share;
    const words = [lossUnits, gainUnits, maintenanceUnits, requiredUnits, floorUnits];
    writeLine(`margin ${it.account} ${it.assetId} ${words.join(' ')} ${it.costUnits}`);
  }
  for (const row of rows) {
    const leverage = positions.read(row, at.leverage);
    if (leverage !== usualLeverage) {
      writeLine(`settings ${readAccount(row)} ${readId(row)} ${leverage}`);
    }
  }
}
