// What a call threw, as screens say it.
import { ApiError, NetworkError } from '@isobath/sdk';
import type { Translate } from './texts.tsx';

/** Words of whatever a call threw. */
export function describeFailure(failure: unknown, t: Translate<'kit'>): string {
  if (failure instanceof NetworkError) return t('noAnswer');
  return failure instanceof ApiError ? failure.message : String((failure as Error).message);
}

/** The number of a refusal in small text; undefined when no answer came. */
export function codeOf(failure: unknown): string | undefined {
  return failure instanceof ApiError ? String(failure.code) : undefined;
}

/** Nothing is there, or what the address has cannot be the number of anything. */
const MISSING_CODES: ReadonlySet<number> = new Set([10_005, 10_001]);

/** Whether a read was refused since its number or name is nobody's. */
export function namesNothing(failure: unknown): boolean {
  return failure instanceof ApiError && MISSING_CODES.has(failure.code);
}
