// Refusals that the whole page answers, whatever part of it asked: identity first, not for this
// account, closed for maintenance. The client tells them as one event of the window with code and
// message; the shell listens. Not here: what is shown (shell/refusals).
import type { ApiError } from '@isobath/sdk';
import { businessCodes, configurationRoutes, transferRoutes } from '@isobath/wire';

/** What the event carries. */
export interface BusinessError {
  readonly code: number;
  /** In the reader's language. */
  readonly message: string;
  readonly facts: Readonly<Record<string, string>>;
  /** Its word, where a call was refused. */
  readonly reject?: string;
}

const NAME = 'isobath-business-error';
const codes: ReadonlySet<number> = new Set(Object.values(businessCodes));

/** Calls whose callers answer every refusal themselves. */
const ownHandling: ReadonlySet<string> = new Set([
  transferRoutes.submit.path,
  configurationRoutes.compliance.path,
]);

/** Tell the page of a refusal, if it is one of those. @param path - of the call. */
export function reportBusinessError(path: string, error: ApiError): void {
  if (!codes.has(error.code) || ownHandling.has(path)) return;
  const detail: BusinessError = error;
  window.dispatchEvent(new CustomEvent(NAME, { detail }));
}

/** Tell the page that the exchange is closed, as somebody who asked has learnt. */
export function reportClosed(): void {
  const detail: BusinessError = { code: businessCodes.maintenance, message: '', facts: {} };
  window.dispatchEvent(new CustomEvent(NAME, { detail }));
}

/** Hear of them. @returns stop hearing. */
export function watchBusinessErrors(onError: (error: BusinessError) => void): () => void {
  const hear = (event: Event) => onError((event as CustomEvent<BusinessError>).detail);
  window.addEventListener(NAME, hear);
  return () => window.removeEventListener(NAME, hear);
}
