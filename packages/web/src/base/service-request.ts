// Asking for customer service by name: the menu and the help centre ask, the widget opens. Neither
// knows the other.
import type { ServiceLine } from '@isobath/wire';
import { createValue } from './value.ts';

/**
 * What was asked for and is not answered yet: a line, or the first there is. The widget comes later
 * than the page: whoever was quicker is answered when it is there.
 */
export const serviceRequest = createValue<{ readonly line?: ServiceLine | undefined } | null>(null);

/** Open customer service over the page. */
export function openService(line?: ServiceLine): void {
  serviceRequest.set({ line });
}
