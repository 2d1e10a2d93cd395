// Contracts as a product: orders, one-way positions with cross margin, settings. Puts the parts
// together and answers their commands. Not here: prices (prices/), the life of an order (trading/).
// Made once by engine.ts, after trading and prices. Rules: docs/rules/contracts.md 7 to 12.
import type { PlaceContractOrder, SetContractSettings } from '../../command.ts';
import { type CoreContext, type Handlers, StepWord, type WriteLine } from '../../context.ts';
import { EventKind } from '../../event.ts';
import type { LedgerCommands } from '../../ledger/commands.ts';
import type { Leaving } from '../../ledger/transfers.ts';
import { ContractWord } from '../../prices/contract-table.ts';
import { IndexWord } from '../../prices/index-table.ts';
import type { PriceFollower } from '../../prices/parts.ts';
import type { Prices } from '../../prices/prices.ts';
import type { Trading } from '../../trading/trading.ts';
import { AccountType, PositionMode } from '../../words.ts';
import { createAdmission } from './admission.ts';
import { createContractChecks } from './checks.ts';
import { dumpPositions } from './dump-positions.ts';
import { createContractFills, type FillParts } from './fills.ts';
import { createHouse } from './house.ts';
import { createMargin } from './margin.ts';
import { type ContractMoney, createContractMoney } from './money.ts';
import { createOrderMargin } from './order-margin.ts';
import { createPositionTable, PositionWord } from './position-table.ts';

const at = PositionWord;
const crossMargin = 1;
const autoAddOff = 1;

/** What contracts are made of. */
export interface ContractParts {
  readonly context: CoreContext;
  readonly ledgerCommands: LedgerCommands;
  readonly trading: Trading;
  readonly prices: Prices;
}

/** The contracts of one engine. */
export type Contracts = ReturnType<typeof createContracts>;

function createTables({ context, ledgerCommands, trading, prices }: ContractParts): FillParts {
  const positions = createPositionTable(context.memory, context.sizes.positionsMax);
  const tables = { context, prices, positions };
  const margin = createMargin(tables);
  const orderMargin = createOrderMargin({ ...tables, margin, trading });
  const { postTransfer } = ledgerCommands;
  const house = createHouse({ ...tables, margin, postTransfer });
  return { ...tables, margin, trading, orderMargin, house };
}

/** Make what is derived anew after a load; contracts of eras before had no fee plans. */
function restoreAfterLoad({ context, prices, positions, margin, orderMargin, house }: FillParts) {
  const { fees } = context.ledger;
  const { contracts } = prices;
  context.memory.onLoad(() => {
    margin.clear();
    house.clear();
    for (const contract of contracts.listSlots()) {
      const market = contracts.read(contract, ContractWord.market);
      const { makerPpm, takerPpm } = contracts.readTerms(contract);
      const rates = [...makerPpm, ...takerPpm];
      if (fees.readRates(market).join() !== rates.join()) fees.setRates(market, rates);
    }
    for (const row of positions.listRows()) {
      const lots = Math.max(0, positions.read(row, at.lots));
      margin.addOpenInterest(positions.read(row, at.contract), lots);
      margin.revalue(row);
    }
    orderMargin.restore();
  });
}

/** Make the product. Its regions are the last of the memory: earlier eras have none of them. */
export function createContracts(given: ContractParts) {
  const parts = createTables(given);
  const { context, prices, positions, margin, orderMargin, house } = parts;
  const { ledger, events, refusal, step } = context;
  const { contracts, indexes } = prices;
  const { trading } = given;
  const { sizes } = trading.checks;
  const admission = createAdmission(parts);
  const checks = createContractChecks({ ...parts, sizes, admission });
  restoreAfterLoad(parts);
  const money: ContractMoney = createContractMoney({
    units: ledger.units,
    orderMargin,
    readOpenLots: trading.records.readOpenLots,
    fill: createContractFills(parts),
    admit: admission.admit,
    boundGuard: checks.boundGuard,
  });

  /** Number of the first frozen index of contracts that an account holds, 0 = none. */
  function findStopped(accountId: number, assetSlot: number): number {
    let first = 0;
    for (const row of positions.readOfAccount(accountId)) {
      const contract = positions.read(row, at.contract);
      const isOf = margin.readSettleSlot(contract) === assetSlot;
      const index = contracts.read(contract, ContractWord.index);
      const isHeld = isOf && positions.read(row, at.lots) !== 0;
      if (!isHeld || !indexes.isStoppedLong(index, step[StepWord.atMs])) continue;
      const indexId = indexes.read(index, IndexWord.id);
      if (first === 0 || indexId < first) first = indexId;
    }
    return first;
  }

  /** `index_frozen`, `transfer_over_risk`: what leaves an account leaves its positions covered. */
  function refuseLeaving({ accountId, assetSlot, amountUnits, availableUnits }: Leaving): number {
    const indexId = findStopped(accountId, assetSlot);
    if (indexId !== 0) return refusal.refuse('index_frozen', indexId);
    const most = admission.calculateLeaving(accountId, assetSlot, availableUnits);
    return amountUnits > most ? refusal.refuse('transfer_over_risk', most) : 0;
  }
  given.ledgerCommands.guardLeaving(AccountType.contract, refuseLeaving);

  function placeContractOrder(command: PlaceContractOrder): number {
    const code = checks.checkOrder(command);
    if (code === 0 && !command.isTest) trading.openChecked(command, checks.readFound());
    return code;
  }

  function setContractSettings(command: SetContractSettings): number {
    const code = checks.checkSettings(command);
    if (code !== 0) return code;
    const { accountId, instrumentId, leverage } = command;
    const row = positions.ensure(accountId, checks.readFoundContract());
    positions.write(row, at.leverage, leverage);
    margin.revalue(row);
    events.write({
      kind: EventKind.settingsChanged,
      accountId,
      instrumentId,
      positionMode: PositionMode.oneWay,
      marginMode: crossMargin,
      leverage,
      autoAdd: autoAddOff,
      ownerNumber: ledger.owners.takeNumberOf(accountId),
    });
    margin.release(row);
    return 0;
  }

  const handlers: Handlers<'placeContractOrder' | 'setContractSettings'> = {
    placeContractOrder,
    setContractSettings,
  };
  const follower: PriceFollower = {
    revalue: margin.revalueContract,
    hasPositions: (contract) =>
      [...positions.readOfContract(contract)].some((row) => positions.read(row, at.lots) !== 0),
    hasHouse: (contract) => house.find(contract) !== undefined,
  };
  return {
    handlers,
    money,
    follower,
    capacity: {
      countPositions: positions.countRows,
      hasPosition: (accountId: number, instrumentId: number): boolean => {
        const market = context.instruments.findSlot(instrumentId);
        return positions.find(accountId, contracts.findOfMarket(market)) !== 0;
      },
    },
    /** Sections 18 and 19 of the state dump: positions, margin, settings. */
    dump: (writeLine: WriteLine): void => dumpPositions(parts, writeLine),
  };
}
