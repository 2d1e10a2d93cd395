/** Public API of providers: how they are reached, asked, and heard. */
export { ProviderFault } from './asking.ts';
export {
  isProviderNamed,
  type ProviderAccess,
  type ProviderKind,
  providerFile,
  readProviderAccess,
  SANDBOX_PROVIDER,
} from './access.ts';
export {
  checkEvent,
  type CheckKind,
  checkKinds,
  type CheckProvider,
  checkRequest,
  type CheckRequest,
  type CheckStanding,
  type CheckState,
  connectChecks,
} from './checks.ts';
export {
  connectMoneyChecks,
  type MoneyCheckKind,
  moneyCheckKinds,
  type MoneyCheckProvider,
  moneyCheckRequest,
  type MoneyCheckRequest,
  type MoneyCheckStanding,
  type MoneyCheckState,
} from './money-checks.ts';
export { noteProviderEvent, removeOldEvents } from './events.ts';
export { isSigned, SIGNATURE_HEADER, type SignedText, signText } from './signature.ts';
