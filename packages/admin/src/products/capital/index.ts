// Pages of money over chains in the back office. Read by products.ts.
import { ArrowDownToLine, ArrowUpToLine, CircleHelp, Globe, Layers, Lock } from '@isobath/ui';
import type { ConsolePage } from '../../base/page.ts';
import { ClaimsPage } from './claims/ClaimsPage.tsx';
import { ColdPage } from './cold/ColdPage.tsx';
import { DepositsPage } from './DepositsPage.tsx';
import { NetworksPage } from './NetworksPage.tsx';
import { WalletsPage } from './WalletsPage.tsx';
import { WithdrawalsPage } from './WithdrawalsPage.tsx';

/** Pages of money over chains. */
export const custodyPages: readonly ConsolePage[] = [
  {
    path: 'withdrawals',
    label: { namespace: 'custody', key: 'page.withdrawals' },
    group: 'group.chains',
    icon: ArrowUpToLine,
    permission: 'custody.read',
    Page: WithdrawalsPage,
  },
  {
    path: 'deposits',
    label: { namespace: 'custody', key: 'page.deposits' },
    group: 'group.chains',
    icon: ArrowDownToLine,
    permission: 'custody.read',
    Page: DepositsPage,
  },
  {
    path: 'claims',
    label: { namespace: 'custody', key: 'page.claims' },
    group: 'group.chains',
    icon: CircleHelp,
    permission: 'custody.read',
    Page: ClaimsPage,
  },
  {
    path: 'networks',
    label: { namespace: 'custody', key: 'page.networks' },
    group: 'group.chains',
    icon: Globe,
    permission: 'custody.read',
    Page: NetworksPage,
  },
  {
    path: 'custody',
    label: { namespace: 'custody', key: 'page.wallets' },
    group: 'group.chains',
    icon: Lock,
    permission: 'custody.read',
    Page: WalletsPage,
  },
  {
    path: 'cold',
    label: { namespace: 'custody', key: 'page.cold' },
    group: 'group.chains',
    icon: Layers,
    permission: 'custody.read',
    Page: ColdPage,
  },
];
