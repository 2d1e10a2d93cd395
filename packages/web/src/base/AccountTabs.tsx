// The row above every page of one's accounts: the overview, and each account one press away.
// The same words and addresses as the assets menu of the header.
import { TabLinks } from '@isobath/ui';
import { Link } from 'react-router';
import { accountPages } from './account-pages.ts';
import { usePagePath } from './page-address.ts';
import { isPathPlanned } from './planned.ts';
import { SoonTag } from './Soon.tsx';
import { useLocale, useTexts } from './texts.tsx';

const tabs = [
  ['assetManagement/overView', 'assetsOverview'],
  ['assetManagement/home', 'spotAccount'],
  ['assetManagement/margin', 'marginAccount'],
  ['assetManagement/swaps', 'contractAccount'],
  ['assetManagement/financialAccount', 'financialAccount'],
  ['c2c/account', 'c2cAccount'],
] as const;

/** Whether the account of a page belongs to a product that is not built yet. */
const isSoon = (path: string) =>
  Object.values(accountPages).some(({ page, product }) => page === path && isPathPlanned(product));

/** The row. */
export function AccountTabs() {
  const t = useTexts('shell');
  const locale = useLocale();
  const here = usePagePath();
  return (
    <TabLinks
      label={t('menu.assets')}
      tabs={tabs.map(([path, word]) => ({
        value: path,
        label: t(`link.${word}`),
        note: isSoon(path) ? <SoonTag /> : undefined,
        link: <Link to={`/${locale}/${path}`} />,
      }))}
      value={here as (typeof tabs)[number][0]}
    />
  );
}
