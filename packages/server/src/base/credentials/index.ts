/** The credential room's door. */
export { type Browsers, createBrowsers } from './browsers.ts';
export { erasedAddress, NOT_ERASED } from './erased.ts';
export { createPasskeys, type Passkeys } from './passkeys.ts';
export { checkPassword, hashPassword, isWeakPassword } from './passwords.ts';
export {
  hasSecondFactor,
  lockOwner,
  noteSecurityChange,
  readSecurityLock,
  SECURITY_LOCK_MS,
  type SecurityNote,
} from './security-changes.ts';
export { createSeal, hashSecret, type Seal } from './seal.ts';
export { createThrottle, type Throttle } from './throttle.ts';
export {
  listTryLimits,
  takePressure,
  readTryWaitMs,
  type TakenTry,
  takeTryOf,
  type Tryer,
} from './tries.ts';
export {
  CODE_AGAIN_MS,
  createTickets,
  type MailedTicket,
  TICKET_GOOD_MS,
  type Ticket,
  type TicketPurpose,
  type TicketTrouble,
  type Tickets,
} from './tickets.ts';
export { findTotpStep, makeTotp } from './totp.ts';
export { createUsers, type User, type Users } from './users.ts';
