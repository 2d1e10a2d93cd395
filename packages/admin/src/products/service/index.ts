import { Headset } from '@isobath/ui';
import type { ConsolePage } from '../../base/page.ts';
import { DeskPage } from './DeskPage.tsx';

/** Pages of customer service. */
export const servicePages: readonly ConsolePage[] = [
  {
    path: 'desk',
    label: 'page.desk',
    group: 'group.people',
    icon: Headset,
    permission: 'desk.read',
    Page: DeskPage,
  },
];
