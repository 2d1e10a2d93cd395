// A session that ended elsewhere: signed out in another tab, revoked, or too old. The live line and
// the client tell it as one event of the window; the shell listens (shell/refusals). Leaving by the
// button in this page is no news to it.

const NAME = 'isobath-signed-out';
/** The one code of wire's table that is asked for here: the table would weigh on every page. */
const NOT_SIGNED_IN = 10_002;
let isLeaving = false;

/** Whoever leaves by themselves need not be told. @param leaves - false when it did not work. */
export function setLeaving(leaves: boolean): void {
  isLeaving = leaves;
}

/** Tell the page that its session is no more. */
export function reportSignedOut(): void {
  if (!isLeaving) window.dispatchEvent(new Event(NAME));
}

/** Tell it when a call was refused for that. @param code - of the refusal. */
export function reportIfSignedOut(code: number): void {
  if (code === NOT_SIGNED_IN) reportSignedOut();
}

/** Hear of it. @returns stop hearing. */
export function watchSignedOut(onSignedOut: () => void): () => void {
  window.addEventListener(NAME, onSignedOut);
  return () => window.removeEventListener(NAME, onSignedOut);
}
