/** Public API of providers: how they are reached, asked, and heard. */
export {
  type ProviderAccess,
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
  ProviderFault,
} from './checks.ts';
export { noteProviderEvent, removeOldEvents } from './events.ts';
export { isSigned, SIGNATURE_HEADER, type SignedText, signText } from './signature.ts';
