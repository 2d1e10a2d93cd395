import type { AccountDirectory } from '../../base/accounts/index.ts';
import type { CommandClient } from '../../base/commands/index.ts';
import type { Browsers, Throttle } from '../../base/credentials/index.ts';
import type { IdentityRecords } from '../../base/identity/index.ts';
import type { PlatformPeople } from '../../base/modules/index.ts';
import type { StartNotifications, WriteNotification } from '../../base/notifications/index.ts';
import type { Caller } from '../../base/product/index.ts';
import type { Photos } from './profile/photos.ts';
import type { VipLevel } from './vip/levels.ts';
import type { OwnStanding } from './vip/own.ts';

/** What the account product stands on. */
export interface AccountParts extends Omit<PlatformPeople, 'keys' | 'mail'> {
  readonly throttle: Throttle;
  readonly browsers: Browsers;
  readonly writeNotification: WriteNotification;
  readonly startNotifications: StartNotifications;
  readonly photos: Photos;
  readonly identity: IdentityRecords;
  readonly commandClient: CommandClient;
  readonly accounts: AccountDirectory;
  /**
   * Take the right to withdraw from a person's API keys: whoever changes what protects an account
   * must not find a way out for its money.
   */
  readonly dropWithdrawals: (ownerId: number) => Promise<void>;
  /** Whether money ever came to a person, from outside or from the house. */
  readonly hasHadMoney: (ownerId: number) => Promise<boolean>;
  readonly readNowMs: () => number;
  readonly report: (error: unknown) => void;
  /** Whether browsers keep a session at our address. */
  readonly canSignIn: boolean;
  /** Whether a part of the exchange is open now. */
  readonly isOpen: (part: 'spot' | 'transfer' | 'api' | 'deposit' | 'withdraw') => boolean;
  /** What may be withdrawn in a day at a level of identity, in USDT; "0" at none. */
  readonly readWithdrawLimit: (identityType: number) => Promise<string>;
  readonly readVipLevels: () => Promise<readonly VipLevel[]>;
  readonly readOwnStanding: (ownerId: number) => Promise<OwnStanding>;
  /** Name shown in authenticators. */
  readonly readBrandName: () => Promise<string>;
}

/** Who asks, and a way to set their cookie. */
export interface AccountCall {
  readonly caller: Caller;
  readonly setHeader: (name: string, value: string) => void;
}
