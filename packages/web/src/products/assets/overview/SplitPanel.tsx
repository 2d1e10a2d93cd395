// The total split by account: one bar, and a line for each account that leads to its page.
import type { AssetsOverview } from '@isobath/wire';
import { Money, Panel, Percent } from '@isobath/ui';
import { Link } from 'react-router';
import { useLocale, useTexts } from '../../../base/texts.tsx';
import type { Unit } from './unit.ts';

type Account = AssetsOverview['accounts'][number];
type AccountType = 2 | 3 | 5 | 6 | 7 | 101;

const pageOf: Readonly<Record<AccountType, string>> = {
  2: 'assetManagement/home',
  3: 'c2c/account',
  5: 'assetManagement/swaps',
  6: 'assetManagement/margin',
  7: 'assetManagement/margin',
  101: 'assetManagement/financialAccount',
};

/** A share in per cent, as text, fine enough for one of less than a hundredth. */
function readShare(part: string, total: number): string {
  return total === 0 ? '0' : ((100 * Number(part)) / total).toFixed(6);
}

/** The panel. */
export function SplitPanel({ accounts, unit }: { accounts: readonly Account[]; unit: Unit }) {
  const t = useTexts('assets');
  const words = useTexts('transfer');
  const locale = useLocale();
  const total = accounts.reduce((sum, { totalUsdt }) => sum + Number(totalUsdt), 0);
  const parts = accounts.filter(({ totalUsdt }) => Number(totalUsdt) > 0);
  return (
    <Panel isFramed isPadded title={t('overview.accounts')}>
      <div aria-hidden="true" className="overview-split">
        {parts.map(({ type, totalUsdt }) => (
          <span
            data-account={type}
            key={type}
            style={{ inlineSize: `${readShare(totalUsdt, total)}%` }}
          />
        ))}
      </div>
      <ul className="overview-accounts">
        {accounts.map(({ type, isOpened, totalUsdt }) => (
          <li key={type}>
            <Link to={`/${locale}/${pageOf[type as AccountType]}`}>
              <span aria-hidden="true" className="overview-key" data-account={type} />
              {words(`account.${type as AccountType}`)}
            </Link>
            {isOpened ? (
              <>
                <span className="overview-share">
                  <Percent isRate value={readShare(totalUsdt, total)} />
                </span>
                <Money decimals={2} isOwn unit={unit.code} value={unit.show(totalUsdt)} />
              </>
            ) : (
              <span className="overview-closed">{t('overview.notOpened')}</span>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
