// Asking for customer service by name: the menu asks, the widget opens. Neither knows the other.
import { createValue } from './value.ts';

/** How often it was asked for on this page; each rise opens the widget. */
export const serviceWish = createValue(0);

/** Open customer service over the page. */
export function openService(): void {
  serviceWish.set(serviceWish.read() + 1);
}
