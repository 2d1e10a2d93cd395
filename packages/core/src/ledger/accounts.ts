// Accounts: who owns them, of which type, scope, world and class. Not here: balances (balances.ts).
// Called by the ledger's commands and by the checks of every product.
import * as faultNames from '../fault.ts';
import type { Memory } from '../memory.ts';
import * as memoryNames from '../memory.ts';
import * as wordsNames from '../words.ts';
import type { AccountLines } from './account-lines.ts';
import * as accountLinesNames from './account-lines.ts';
import type { Owners } from './owners.ts';

const { CoreFault } = faultNames;
const { clearWords } = memoryNames;
const { AccountClass, AccountType } = wordsNames;
const { accountKind, accountNumbersStride, accountOwner, accountOwnerId, accountStride } =
  accountLinesNames;

const rowWords = 2;
const mockFactor = 1;
const classFactor = 2;
const typeFactor = 8;
const spotWallet = AccountType.spot * typeFactor + AccountClass.wallet * classFactor;

/** What makes an account the one it is. */
export interface AccountTerms {
  readonly ownerId: number;
  readonly accountType: number;
  readonly scope: number;
  readonly isMock: boolean;
  readonly accountClass: number;
}

/** What createAccounts needs. */
export interface AccountsOptions {
  readonly memory: Memory;
  readonly owners: Owners;
  readonly lines: AccountLines;
  /** Most accounts there can be. */
  readonly accountsMax: number;
}

function makeKey(terms: Omit<AccountTerms, 'accountClass'>): string {
  return `${terms.ownerId}:${terms.accountType}:${terms.scope}:${terms.isMock ? 1 : 0}`;
}

/** Make the list of accounts; numbers are 1, 2, 3, ... in order of opening. */
export function createAccounts({ memory, owners, lines, accountsMax }: AccountsOptions) {
  const { numbers: hotNumbers, ints: hotRows, mask } = lines;
  const count = memory.int32('accountCount', 1, () => 1);
  const rows = memory.int32(
    'accounts',
    (accountsMax + 1) * rowWords,
    () => (count[0] + 1) * rowWords,
  );
  const scopes = memory.float64('accountScopes', accountsMax + 1, () => count[0] + 1);
  const numbers = new Map<string, number>();
  memory.onLoad(() => {
    numbers.clear();
    clearWords(hotRows);
    for (let account = 1; account <= count[0]; account += 1) {
      writeHot(account);
      numbers.set(makeKey(readTerms(account)), account);
    }
  });

  function writeHot(account: number): void {
    const at = account * rowWords;
    hotRows[account * accountStride + accountOwner] = rows[at];
    hotRows[account * accountStride + accountKind] = rows[at + 1];
    hotNumbers[account * accountNumbersStride + accountOwnerId] = owners.readId(rows[at]);
    owners.enterAccount(rows[at], account);
  }

  /** True when an account of this number exists; any number may be asked about. */
  function has(account: number): boolean {
    return (account | 0) === account && account >= 1 && account <= count[0];
  }

  /** Slot of the account's owner. */
  function readOwnerSlot(account: number): number {
    return hotRows[(account & mask) * accountStride + accountOwner];
  }

  /**
   * True when the account exists and is a spot wallet of this owner in this world (mock 0 or 1).
   */
  function isSpotWallet(account: number, ownerId: number, mock: number): boolean {
    const isOwn = has(account) && readOwnerId(account) === ownerId;
    return isOwn && hotRows[(account & mask) * accountStride + accountKind] === spotWallet + mock;
  }

  /** Number of the owner of an account that exists. */
  function readOwnerId(account: number): number {
    return hotNumbers[(account & mask) * accountNumbersStride + accountOwnerId];
  }

  /** Number of the account with these terms (the class does not count); 0 when there is none. */
  function find(terms: Omit<AccountTerms, 'accountClass'>): number {
    return numbers.get(makeKey(terms)) ?? 0;
  }

  /** Open an account that does not exist yet; gives its number. */
  function open(terms: AccountTerms): number {
    if (count[0] === accountsMax)
      throw new CoreFault(`no room for more than ${accountsMax} accounts`);
    const account = count[0] + 1;
    const at = account * rowWords;
    rows[at] = owners.ensureSlot(terms.ownerId);
    rows[at + 1] =
      terms.accountType * typeFactor +
      terms.accountClass * classFactor +
      (terms.isMock ? mockFactor : 0);
    scopes[account] = terms.scope;
    writeHot(account);
    numbers.set(makeKey(terms), account);
    count[0] = account;
    return account;
  }

  /** Everything about one account. */
  function readTerms(account: number): AccountTerms {
    const word = rows[account * rowWords + 1];
    return {
      ownerId: owners.readId(readOwnerSlot(account)),
      accountType: word >> 3,
      scope: scopes[account],
      isMock: (word & 1) === 1,
      accountClass: (word >> 1) & 3,
    };
  }

  return {
    has,
    find,
    open,
    readTerms,
    readOwnerSlot,
    isSpotWallet,
    readOwnerId,
    /** The lines, for the product's words of them. */
    hotRows,
    /** An account under this mask needs no other check of its range. */
    accountMask: mask,
    /** AccountClass of an account that exists. */
    readClass: (account: number) => (rows[account * rowWords + 1] >> 1) & 3,
    /** AccountType of an account that exists. */
    readType: (account: number) => rows[account * rowWords + 1] >> 3,
    /** 1 when the account is of the mock world, else 0. */
    readMock: (account: number) => rows[account * rowWords + 1] & 1,
    /** Accounts there are; numbers are 1..that. */
    countAccounts: () => count[0],
  };
}
