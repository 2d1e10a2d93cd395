// The accounts of a run that trades contracts: the house's, and one for each person with money of
// the settle asset. Not here: what they do (contract-orders.ts). Called by setup.ts.
import type { AccountId, AssetId, Command, OwnerId } from '@isobath/core';
import { CommandKind } from '@isobath/core/command';
import { AccountClass, AccountType, Source, TransferReason } from '@isobath/core/words';
import { contractIds, settleAssetId } from './contract-setup.ts';
import { Dice } from './dice.ts';
import type { Options } from './options.ts';
import { envelope, open, ownerOf, type Seat, startMs } from './people.ts';

const house = 1 as OwnerId;
const sandbox = envelope(2 as OwnerId, Source.sandbox, startMs);
const operator = envelope(2 as OwnerId, Source.operator, startMs);
/** Pool of the contracts of a run. */
const pool = 1;

/** What there is already: the last account, and the bank of the real world. */
export interface Before {
  readonly accountId: number;
  readonly bank: AccountId | undefined;
}

function pay(fromAccountId: number, toAccountId: number, amountUnits: bigint): Command {
  return {
    kind: CommandKind.transfer,
    ...operator,
    fromAccountId: fromAccountId as AccountId,
    toAccountId: toAccountId as AccountId,
    assetId: settleAssetId as AssetId,
    amountUnits,
    reason: TransferReason.seed,
    reference: 0,
  };
}

/** The commands that open accounts for contracts, and the seats they make. */
export function listContractPeople(options: Options, before: Before) {
  const commands: Command[] = [];
  const contractSeats: Seat[] = [];
  if (options.pricePercent === 0) return { commands, contractSeats };
  const dice = new Dice(options.seed).fork('contract people');
  let { accountId } = before;
  const add = (command: Command): number => {
    commands.push(command);
    accountId += 1;
    return accountId;
  };
  const real = { scope: 0, isMock: false };
  const bank = before.bank ?? add(open(house, { ...real, type: AccountType.chain }));
  if (before.bank === undefined) add(open(house, { ...real, type: AccountType.operatorFee }));
  const insured = { ...real, scope: pool };
  const insurance = add(open(house, { ...insured, type: AccountType.operatorInsurance }));
  add(open(house, { ...insured, type: AccountType.deficit }));
  for (const scope of contractIds) {
    const clearing = open(house, { ...real, scope, type: AccountType.clearing });
    add({ ...clearing, ...sandbox, accountClass: AccountClass.clearing } as Command);
  }
  if (dice.isLucky(60)) commands.push(pay(bank, insurance, BigInt(dice.between(1, 10 ** 12))));
  for (let user = 0; user <= options.usersCount; user += 1) {
    const ownerId = ownerOf(user);
    const id = add(open(ownerId, { ...real, type: AccountType.contract }));
    contractSeats.push({ accountId: id as AccountId, ownerId, isMock: false });
    const units = dice.pick([10n ** 11n, 10n ** 12n, 4n * 10n ** 12n, 10n ** 14n]);
    commands.push(pay(bank, id, units));
  }
  return { commands, contractSeats };
}
