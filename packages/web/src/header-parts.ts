// Parts of header and frame that products bring; the shell meets them here and knows no product.
// Each comes in a file of its own, so that a guest's page does not load it.
import { lazyPart } from './base/late/lazy-part.ts';

/** The bell with the notification centre behind it. */
export const NotificationBell = lazyPart(async () => {
  const { NotificationBell: component } = await import('./products/inbox/NotificationBell.tsx');
  return { default: component };
});

/** The transfer over a page. */
export const TransferDialog = lazyPart(async () => {
  const { TransferDialog: component } = await import('./products/transfer/TransferDialog.tsx');
  return { default: component };
});

/** A price alert over a page. */
export const AlertDialog = lazyPart(async () => {
  const { AlertDialog: component } = await import('./products/inbox/AlertDialog.tsx');
  return { default: component };
});

/** The floating way to customer service. */
export const ServiceWidget = lazyPart(async () => {
  const { ServiceWidget: component } = await import('./products/service/ServiceWidget.tsx');
  return { default: component };
});
