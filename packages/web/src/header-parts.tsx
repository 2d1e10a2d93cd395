// Parts of header and frame that products bring; the shell meets them here and knows no product.
// Each comes in a file of its own, so that a guest's page does not load it.
import { lazyPart } from './base/late/lazy-part.ts';
import { BellLink } from './shell/header/BellLink.tsx';

/** The bell with the notification centre behind it. */
export const NotificationBell = lazyPart(
  () => import('./products/inbox/NotificationBell.tsx'),
  'NotificationBell',
  <BellLink />,
);

/** The transfer over a page. */
export const TransferDialog = lazyPart(
  () => import('./products/transfer/TransferDialog.tsx'),
  'TransferDialog',
);

/** A price alert over a page. */
export const AlertDialog = lazyPart(
  () => import('./products/inbox/AlertDialog.tsx'),
  'AlertDialog',
);

/** The floating way to customer service. */
export const ServiceWidget = lazyPart(
  () => import('./products/service/ServiceWidget.tsx'),
  'ServiceWidget',
);
