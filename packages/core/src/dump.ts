// The logical state as lines of text, docs/rules/core.md 8: what the state hash is taken over and
// what the reference model is compared with. Not here: the sections of orders (the product's own).
// Called by engine.ts.
import { type CoreContext, StepWord, type WriteLine } from './context.ts';
import { InstrumentWord as at, instrumentWords } from './instruments/instruments.ts';
import type { InstrumentCommands } from './instruments/commands.ts';
import { limitNames } from './instruments/checks.ts';
import type { Keys } from './keys.ts';
import type { Prices } from './prices/prices.ts';
import type { SpotProduct } from './product.ts';
import type { Contracts } from './products/contracts/contracts.ts';
import type { Trading } from './trading/trading.ts';

/** What the dump is read from. */
export interface DumpParts {
  readonly context: CoreContext;
  readonly instrumentCommands: InstrumentCommands;
  readonly trading: Trading;
  readonly spot: SpotProduct;
  readonly prices: Prices;
  readonly contracts: Contracts;
  readonly keys: Keys;
}

const bit = (value: boolean): number => (value ? 1 : 0);

/** Write every line of the state dump, in order. */
export function dumpState(parts: DumpParts, writeLine: WriteLine): void {
  const { context, trading, spot, prices, contracts } = parts;
  const { step, ledger } = context;
  const counts = `${step[StepWord.rulesVersion]} ${ledger.accounts.countAccounts() + 1}`;
  const ids = `${trading.readNextOrderId()} ${trading.readNextListId()}`;
  writeLine(`core ${step[StepWord.sequence]} ${step[StepWord.atMs]} ${counts} ${ids}`);
  dumpAssets(context, writeLine);
  dumpInstruments(parts, writeLine);
  dumpFees(context, writeLine);
  dumpOwners(context, writeLine);
  dumpAccounts(context, writeLine);
  dumpBalances(context, writeLine);
  trading.dumpOrders(writeLine);
  trading.dumpDeadMen(writeLine);
  dumpKeys(parts, writeLine);
  spot.dumpCloseOuts(writeLine);
  prices.dump(writeLine);
  contracts.dump(writeLine);
}

/** Slots 0..count-1 by a number each has. */
function sortSlots(count: number, readNumber: (slot: number) => number): number[] {
  const slots = Array.from({ length: count }, (_, slot) => slot);
  return slots.sort((a, b) => readNumber(a) - readNumber(b));
}

function dumpAssets({ ledger: { assets } }: CoreContext, writeLine: WriteLine): void {
  for (const slot of sortSlots(assets.countAssets(), assets.readId)) {
    writeLine(`asset ${assets.readId(slot)} ${assets.readScale(slot)} ${assets.readMock(slot)}`);
  }
}

/** Contracts are told in their own section. */
function listSpotSlots({ instruments }: CoreContext): number[] {
  const { rows, listSlots } = instruments;
  return listSlots().filter((slot) => rows[slot * instrumentWords + at.kind] === 0);
}

function dumpInstruments({ context, instrumentCommands }: DumpParts, writeLine: WriteLine): void {
  const { instruments, ledger } = context;
  const { rows } = instruments;
  for (const slot of listSpotSlots(context)) {
    const row = slot * instrumentWords;
    const limits = instrumentCommands.readLimits(slot);
    const values = [
      rows[row + at.id],
      ledger.assets.readId(rows[row + at.baseSlot]),
      ledger.assets.readId(rows[row + at.quoteSlot]),
      rows[row + at.priceDecimals],
      rows[row + at.lotDecimals],
      ...limitNames.map((name) => limits[name]),
      rows[row + at.state],
      rows[row + at.noCancelAtMs],
      rows[row + at.openAtMs],
      rows[row + at.referenceTicks],
      rows[row + at.lastTradeTicks],
      rows[row + at.lastTradeId],
      rows[row + at.lastUpdateId],
    ];
    writeLine(`instrument ${values.join(' ')}`);
  }
}

function dumpFees(context: CoreContext, writeLine: WriteLine): void {
  const { ledger, instruments } = context;
  const { fees } = ledger;
  if (fees.hasDefault()) writeLine(`fees 0 ${fees.readRates(-1).join(' ')}`);
  for (const slot of listSpotSlots(context)) {
    const id = instruments.rows[slot * instrumentWords + at.id];
    writeLine(`fees ${id} ${fees.readRates(slot).join(' ')}`);
  }
}

function dumpOwners({ ledger: { owners } }: CoreContext, writeLine: WriteLine): void {
  for (const slot of sortSlots(owners.countOwners(), owners.readId)) {
    const values = [owners.readVip(slot), owners.readGroup(slot), owners.readNumber(slot)];
    if (values.every((value) => value === 0)) continue;
    writeLine(`owner ${owners.readId(slot)} ${values.join(' ')}`);
  }
}

function dumpAccounts({ ledger: { accounts } }: CoreContext, writeLine: WriteLine): void {
  for (let account = 1; account <= accounts.countAccounts(); account += 1) {
    const { ownerId, accountType, scope, isMock, accountClass } = accounts.readTerms(account);
    const terms = [ownerId, accountType, scope, bit(isMock), accountClass];
    writeLine(`account ${account} ${terms.join(' ')}`);
  }
}

function dumpBalances({ ledger }: CoreContext, writeLine: WriteLine): void {
  const { accounts, assets, balances } = ledger;
  const slots = sortSlots(assets.countAssets(), assets.readId);
  for (let account = 1; account <= accounts.countAccounts(); account += 1) {
    for (const slot of slots) {
      const row = balances.findRow(account, slot);
      const [available, held] = [balances.readAvailable(row), balances.readHeld(row)];
      if (available === 0n && held === 0n) continue;
      writeLine(`balance ${account} ${assets.readId(slot)} ${available} ${held}`);
    }
  }
}

function dumpKeys({ keys, context }: DumpParts, writeLine: WriteLine): void {
  for (const key of keys.list(context.step[StepWord.atMs])) {
    const name = `${key.actorId} ${key.keyHigh} ${key.keyLow}`;
    const outcome = `${key.bodyHash} ${key.sequence} ${key.code} ${key.deadlineMs}`;
    const facts = key.facts.length === 0 ? '-' : key.facts.join('.');
    writeLine(`key ${name} ${outcome} ${facts}`);
  }
}
