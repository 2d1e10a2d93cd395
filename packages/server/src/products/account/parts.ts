import type { FreezeCause } from '@isobath/wire';
import type { AccountDirectory } from '../../base/accounts/index.ts';
import type { Commander } from '../../base/commands/index.ts';
import type {
  Browsers,
  Passkeys,
  Seal,
  Throttle,
  Tickets,
  Users,
} from '../../base/credentials/index.ts';
import type { IdentityRecords } from '../../base/identity/index.ts';
import type { StartNotices, WriteNotice } from '../../base/notices/index.ts';
import type { Caller } from '../../base/product/index.ts';
import type { Sessions } from '../../base/sessions/index.ts';
import type { WriteMail } from './mails.ts';
import type { Photos } from './profile/photos.ts';
import type { VipLevel } from './vip/levels.ts';
import type { OwnStanding } from './vip/own.ts';

/** What the account product stands on. */
export interface AccountParts {
  readonly users: Users;
  readonly sessions: Sessions;
  readonly tickets: Tickets;
  readonly throttle: Throttle;
  readonly browsers: Browsers;
  readonly seal: Seal;
  readonly writeMail: WriteMail;
  readonly writeNotice: WriteNotice;
  readonly startNotices: StartNotices;
  readonly passkeys: Passkeys;
  readonly photos: Photos;
  readonly identity: IdentityRecords;
  readonly commander: Commander;
  readonly accounts: AccountDirectory;
  /**
   * Take the right to withdraw from a person's API keys: whoever changes what protects an account
   * must not find a way out for its money.
   */
  readonly dropWithdrawals: (ownerId: number) => Promise<void>;
  /** Why an account is frozen, null while it is not. */
  readonly readFreeze: (ownerId: number) => FreezeCause | null;
  /** Freeze a person's own account. */
  readonly freezeOwn: (ownerId: number, cancelsOrders: boolean) => Promise<unknown>;
  readonly readNowMs: () => number;
  readonly report: (error: unknown) => void;
  /** Whether browsers keep a session at our address. */
  readonly canSignIn: boolean;
  /** Name shown in authenticators. */
  /** Whether a part of the exchange is open now. */
  readonly isOpen: (part: 'spot' | 'transfer' | 'api') => boolean;
  /** What may be withdrawn in a day at a level of identity, in USDT; "0" at none. */
  readonly readWithdrawLimit: (identityType: number) => Promise<string>;
  readonly readVipLevels: () => Promise<readonly VipLevel[]>;
  readonly readOwnStanding: (ownerId: number) => Promise<OwnStanding>;
  readonly readHouseName: () => Promise<string>;
}

/** Who asks, and a way to set his cookie. */
export interface AccountCall {
  readonly caller: Caller;
  readonly setHeader: (name: string, value: string) => void;
}
