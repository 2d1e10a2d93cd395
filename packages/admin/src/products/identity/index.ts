// Pages of identity checks in the back office. Read by products.ts.
import { BadgeCheck } from '@isobath/ui';
import type { ConsolePage } from '../../base/page.ts';
import { ReviewPage } from './ReviewPage.tsx';

/** Pages of identity checks. */
export const identityPages: readonly ConsolePage[] = [
  {
    path: 'identity',
    label: { namespace: 'identity', key: 'desk.title' },
    group: 'group.people',
    icon: BadgeCheck,
    permission: 'identity.read',
    Page: ReviewPage,
  },
];
