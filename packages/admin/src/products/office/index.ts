// Pages of the back office for operators, people, settings and money, with their places in the
// menu. Not the pages of other products. Read by products.ts.
import {
  House,
  Layers,
  ScrollText,
  Settings2,
  ShieldCheck,
  SlidersHorizontal,
  ToggleRight,
  UserRound,
  UsersRound,
  Wallet,
} from '@isobath/ui';
import type { ConsolePage } from '../../base/page.ts';
import { ApprovalsPage } from './approvals/ApprovalsPage.tsx';
import { AuditPage } from './AuditPage.tsx';
import { ConfigPage } from './config/ConfigPage.tsx';
import { MoneyPage } from './money/MoneyPage.tsx';
import { OperatorsPage } from './OperatorsPage.tsx';
import { OverviewPage } from './OverviewPage.tsx';
import { OwnPage } from './own/OwnPage.tsx';
import { PeoplePage } from './people/PeoplePage.tsx';
import { SwitchesPage } from './SwitchesPage.tsx';
import { TablesPage } from './tables/TablesPage.tsx';

/** Pages of the office itself. */
export const officePages: readonly ConsolePage[] = [
  {
    path: '',
    label: 'page.overview',
    group: 'group.watch',
    icon: House,
    permission: 'any',
    Page: OverviewPage,
  },
  {
    path: 'people',
    label: 'page.people',
    group: 'group.people',
    icon: UsersRound,
    permission: 'users.read',
    Page: PeoplePage,
  },
  {
    path: 'approvals',
    label: 'page.approvals',
    group: 'group.watch',
    icon: Layers,
    permission: 'approvals.read',
    Page: ApprovalsPage,
  },
  {
    path: 'money',
    label: 'page.money',
    group: 'group.people',
    icon: Wallet,
    permission: 'money.read',
    Page: MoneyPage,
  },
  {
    path: 'audit',
    label: 'page.audit',
    group: 'group.watch',
    icon: ScrollText,
    permission: 'audit.read',
    Page: AuditPage,
  },
  {
    path: 'switches',
    label: 'page.switches',
    group: 'group.rules',
    icon: ToggleRight,
    permission: 'config.read',
    Page: SwitchesPage,
  },
  {
    path: 'config',
    label: 'page.config',
    group: 'group.rules',
    icon: Settings2,
    permission: 'config.read',
    Page: ConfigPage,
  },
  {
    path: 'tables',
    label: 'page.tables',
    group: 'group.rules',
    icon: SlidersHorizontal,
    permission: 'config.read',
    Page: TablesPage,
  },
  {
    path: 'operators',
    label: 'page.operators',
    group: 'title',
    icon: ShieldCheck,
    permission: 'operators.read',
    Page: OperatorsPage,
  },
  {
    path: 'own',
    label: 'page.own',
    group: 'title',
    icon: UserRound,
    permission: 'any',
    Page: OwnPage,
  },
];
