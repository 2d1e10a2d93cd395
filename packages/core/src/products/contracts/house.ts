// The house's accounts that a contract is traded against, and what pays a loss that a wallet
// cannot: profit drawn from the person's other positions, then insurance, then the deficit
// (docs/rules/contracts.md 11). Called by fills.ts; asked by checks.ts and by market states.
import type { CoreContext } from '../../context.ts';
import { EventKind } from '../../event.ts';
import type { AccountId, AssetId, InstrumentId } from '../../ids.ts';
import type { LedgerCommands } from '../../ledger/commands.ts';
import { ContractWord } from '../../prices/contract-table.ts';
import type { Prices } from '../../prices/prices.ts';
import { AccountClass, AccountType, TransferReason } from '../../words.ts';
import type { Margin } from './margin.ts';
import { PositionWord, type PositionTable } from './position-table.ts';
import { calculatePnl } from './risk.ts';

const at = PositionWord;
const operatorId = 1;

/** Accounts of the house, by what they are for. */
export interface House {
  readonly fee: number;
  readonly clearing: number;
  readonly insurance: number;
  readonly deficit: number;
}

/** What this is made from. */
export interface HouseParts {
  readonly context: CoreContext;
  readonly prices: Prices;
  readonly positions: PositionTable;
  readonly margin: Margin;
  readonly postTransfer: LedgerCommands['postTransfer'];
}

/** An amount between two accounts of a contract's settle asset. */
export interface Payment {
  readonly contract: number;
  readonly from: number;
  readonly to: number;
  readonly amountUnits: bigint;
  readonly reason: TransferReason;
}

/** The money of the house on contracts, of one engine. */
export type HouseMoney = ReturnType<typeof createHouse>;

/** Make it. */
export function createHouse({ context, prices, positions, margin, postTransfer }: HouseParts) {
  const { ledger, events } = context;
  const { accounts, assets, balances, owners } = ledger;
  const { contracts } = prices;
  const known: (House | undefined)[] = [];

  function findAccount(type: AccountType, scope: number, contract: number): number {
    const isMock = assets.readMock(margin.readSettleSlot(contract)) === 1;
    const account = accounts.find({ ownerId: operatorId, accountType: type, scope, isMock });
    const classes = {
      [AccountType.deficit]: AccountClass.contra,
      [AccountType.clearing]: AccountClass.clearing,
    };
    const wanted = (classes as Record<number, AccountClass>)[type] ?? AccountClass.wallet;
    return account !== 0 && accounts.readClass(account) === wanted ? account : 0;
  }

  /** The accounts of a contract, undefined while one of them is not there. */
  function find(contract: number): House | undefined {
    if (known[contract] !== undefined) return known[contract];
    const pool = contracts.read(contract, ContractWord.pool);
    const house = {
      fee: findAccount(AccountType.operatorFee, 0, contract),
      clearing: findAccount(AccountType.clearing, contracts.readId(contract), contract),
      insurance: findAccount(AccountType.operatorInsurance, pool, contract),
      deficit: findAccount(AccountType.deficit, pool, contract),
    };
    const { fee, clearing, insurance, deficit } = house;
    const isWhole = fee !== 0 && clearing !== 0 && insurance !== 0 && deficit !== 0;
    if (isWhole) known[contract] = house;
    return isWhole ? house : undefined;
  }

  function readAvailable(account: number, contract: number): bigint {
    return balances.readAvailable(balances.findRow(account, margin.readSettleSlot(contract)));
  }

  function pay({ contract, from, to, amountUnits, reason }: Payment): void {
    if (amountUnits === 0n) return;
    postTransfer({
      fromAccountId: from as AccountId,
      toAccountId: to as AccountId,
      assetId: assets.readId(margin.readSettleSlot(contract)) as AssetId,
      amountUnits,
      reason,
      reference: contracts.readId(contract),
    });
  }

  function emitPosition(row: number): void {
    const account = positions.read(row, at.account);
    events.write({
      kind: EventKind.positionChanged,
      positionId: positions.read(row, at.id),
      accountId: account as AccountId,
      instrumentId: contracts.readId(positions.read(row, at.contract)) as InstrumentId,
      lots: positions.read(row, at.lots),
      entryUnits: positions.readUnits(row, at.entryUnits),
      drawnUnits: positions.readUnits(row, at.drawnUnits),
      ownerNumber: owners.takeNumberOf(account),
    });
  }

  /** Positions of an account in profit, largest first, and the profit of each. */
  function listProfits(account: number, settleSlot: number) {
    const profits: { row: number; pnlUnits: bigint; instrumentId: number }[] = [];
    for (const row of positions.readOfAccount(account)) {
      const contract = positions.read(row, at.contract);
      if (margin.readSettleSlot(contract) !== settleSlot) continue;
      const pnlUnits = calculatePnl(margin.readTerms(contract), margin.readExposure(row));
      if (pnlUnits > 0n) profits.push({ row, pnlUnits, instrumentId: contracts.readId(contract) });
    }
    return profits.sort((a, b) => {
      if (a.pnlUnits !== b.pnlUnits) return a.pnlUnits > b.pnlUnits ? -1 : 1;
      return a.instrumentId - b.instrumentId;
    });
  }

  /** Clearing pays a part of a position's profit before its time. */
  function draw(row: number, amountUnits: bigint): void {
    const contract = positions.read(row, at.contract);
    const { clearing } = find(contract) as House;
    const account = positions.read(row, at.account);
    pay({ contract, from: clearing, to: account, amountUnits, reason: TransferReason.pnl });
    const sign = positions.read(row, at.lots) < 0 ? -1n : 1n;
    const entryUnits = positions.readUnits(row, at.entryUnits) + sign * amountUnits;
    positions.writeUnits(row, at.entryUnits, entryUnits);
    const drawnUnits = positions.readUnits(row, at.drawnUnits) + amountUnits;
    positions.writeUnits(row, at.drawnUnits, drawnUnits);
    margin.revalue(row);
    emitPosition(row);
  }

  /** Give an account what it lacks of an amount that it is about to pay on a contract. */
  function cover(account: number, contract: number, neededUnits: bigint): void {
    let short = neededUnits - readAvailable(account, contract);
    for (const { row, pnlUnits } of listProfits(account, margin.readSettleSlot(contract))) {
      if (short <= 0n) return;
      const drawnUnits = short < pnlUnits ? short : pnlUnits;
      draw(row, drawnUnits);
      short -= drawnUnits;
    }
    if (short <= 0n) return;
    const { insurance, deficit } = find(contract) as House;
    const funds = readAvailable(insurance, contract);
    const insured = short < funds ? short : funds;
    const rest = { contract, to: account };
    const { insurance: insuranceReason, deficit: deficitReason } = TransferReason;
    pay({ ...rest, from: insurance, amountUnits: insured, reason: insuranceReason });
    pay({ ...rest, from: deficit, amountUnits: short - insured, reason: deficitReason });
  }

  return {
    clear: (): void => {
      known.length = 0;
    },
    find,
    readAvailable,
    pay,
    cover,
    emitPosition,
  };
}
