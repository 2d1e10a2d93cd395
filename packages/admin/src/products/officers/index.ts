// Pages of officers of custody in the back office. Read by products.ts.
import { Lock } from '@isobath/ui';
import type { ConsolePage } from '../../base/page.ts';
import { OfficersPage } from './OfficersPage.tsx';

/** Pages of officers. */
export const officerPages: readonly ConsolePage[] = [
  {
    path: 'officers',
    label: { namespace: 'officers', key: 'title' },
    group: 'group.watch',
    icon: Lock,
    permission: 'custody.read',
    Page: OfficersPage,
  },
];
