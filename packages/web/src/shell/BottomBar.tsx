// The bar at the foot of a phone, where the thumb is: places of the exchange, or the wallet's. What
// is not built yet has no place here.
import {
  ArrowDownToLine,
  ArrowLeftRight,
  ChartCandlestick,
  ChartNoAxesCombined,
  Coins,
  House,
  Wallet,
} from '@isobath/ui';
import { Link } from 'react-router';
import { isWeb3Path, usePagePath } from '../base/page-address.ts';
import { useTexts } from '../base/texts.tsx';
import {
  addressOf,
  contractPath,
  isSoon,
  leadsHere,
  type MenuLink,
  web3Menu,
} from './menu/menu.ts';
import { useMenuFacts } from './menu/use-menu-facts.ts';

const exchangeLinks: readonly MenuLink[] = [
  { word: 'home', to: '' },
  { word: 'markets', to: 'market' },
  { word: 'trade', to: ({ tradePath }) => tradePath },
  {
    word: 'contract',
    to: ({ perpetualSymbol }) => contractPath(perpetualSymbol),
  },
  { word: 'assets', to: 'assetManagement/home', needsSignIn: true },
];

const icons: Partial<Record<MenuLink['word'], typeof House>> = {
  home: House,
  markets: ChartNoAxesCombined,
  trade: ArrowLeftRight,
  contract: ChartCandlestick,
  assets: Wallet,
  web3Swap: ArrowLeftRight,
  web3Assets: Wallet,
  web3Receive: ArrowDownToLine,
};

/** Pages of all accounts, not of the one that the bar leads to. */
const accountPages = /^(assetManagement|c2c\/account)/;

/** Shown below 768 pixels only. */
export function BottomBar() {
  const t = useTexts('shell');
  const here = usePagePath();
  const facts = useMenuFacts();
  const works = (links: readonly MenuLink[]) => links.filter((link) => !isSoon(link, facts));
  const own = isWeb3Path(here) ? works(web3Menu) : [];
  const links = own.length === 0 ? works(exchangeLinks) : own;
  return (
    <nav aria-label={t('menu.bar')} className="shell-bar">
      {links.map((link) => {
        const Icon = icons[link.word] ?? Coins;
        const isHere =
          leadsHere(link, facts, here) || (link.word === 'assets' && accountPages.test(here));
        return (
          <Link
            aria-current={isHere ? 'page' : undefined}
            className="shell-bar-link"
            key={link.word}
            to={addressOf(link, facts)}
          >
            <Icon aria-hidden="true" />
            {t(`link.${link.word}`)}
          </Link>
        );
      })}
    </nav>
  );
}
