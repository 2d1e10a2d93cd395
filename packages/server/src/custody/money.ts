// What custody asks of the ledger: accounts, opened where they are not there; the scale of a coin;
// what an account has. It moves money by intents alone.
// Made by custody's process.

import {
  AccountClass,
  type AccountId,
  AccountType,
  CommandKind,
  EventKind,
  type OwnerId,
  readRejectWord,
  Source,
} from '@isobath/core';
import { type CommandClient, refuseWithCode } from '../base/commands/index.ts';
import type { Database } from '../base/db/index.ts';
import type { Intents } from '../base/intents/index.ts';

/** Which account: of a person, or of the house (owner 1). */
export interface WantedAccount {
  readonly ownerId: number;
  readonly accountType: AccountType;
  /** The network of a chain account, otherwise 0. */
  readonly scope: number;
}

/** The ledger as custody sees it. */
export interface CustodyMoney {
  readonly intents: Pick<Intents, 'write' | 'nudge'>;
  /** Number of an account; opened when it is not there. */
  findAccount(wanted: WantedAccount): Promise<AccountId>;
  /** Decimals of a coin in the ledger. */
  readScale(assetId: number): Promise<number>;
  readAvailableUnits(accountId: AccountId, assetId: number): Promise<bigint>;
}

/** What it stands on. */
export interface MoneyParts {
  readonly database: Database;
  readonly commandClient: CommandClient;
  readonly intents: Intents;
  readonly readAvailableUnits: CustodyMoney['readAvailableUnits'];
}

/** The house's own accounts belong to this owner. */
export const HOUSE = 1;

const CONTRA: ReadonlySet<AccountType> = new Set([AccountType.chain]);

/** Make it. */
export function createCustodyMoney(parts: MoneyParts): CustodyMoney {
  const accounts = new Map<string, AccountId>();
  const scales = new Map<number, number>();

  async function open({ ownerId, accountType, scope }: WantedAccount): Promise<AccountId> {
    const outcome = await parts.commandClient.try(
      {
        kind: CommandKind.openAccount,
        ownerId: ownerId as OwnerId,
        accountType,
        scope,
        isMock: false,
        accountClass: CONTRA.has(accountType) ? AccountClass.contra : AccountClass.wallet,
      },
      {
        caller: { ownerId: HOUSE, sessionId: 0 },
        idempotencyKey: '',
        source: Source.operator,
      },
    );
    const opened = outcome.events.find((event) => event.kind === EventKind.accountOpened);
    if (opened !== undefined) return opened.accountId;
    if (readRejectWord(outcome.code) === 'account_exists') return outcome.facts[0] as AccountId;
    throw refuseWithCode(outcome.code, outcome.facts);
  }

  return {
    intents: parts.intents,
    readAvailableUnits: parts.readAvailableUnits,
    async findAccount(wanted) {
      const key = `${wanted.ownerId} ${wanted.accountType} ${wanted.scope}`;
      const known = accounts.get(key);
      if (known !== undefined) return known;
      const accountId = await open(wanted);
      accounts.set(key, accountId);
      return accountId;
    },
    async readScale(assetId) {
      const known = scales.get(assetId);
      if (known !== undefined) return known;
      const [row] = await parts.database.query<{ scale: number }>(
        `SELECT (event->>'scale')::int AS scale FROM definitions WHERE kind = $1 AND key = $2`,
        [EventKind.assetDefined, assetId],
      );
      if (row === undefined) throw new Error(`coin ${assetId} is not defined yet`);
      scales.set(assetId, row.scale);
      return row.scale;
    },
  };
}
