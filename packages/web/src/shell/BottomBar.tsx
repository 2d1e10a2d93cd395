// The bar at the foot of a phone: the menu again, where the thumb is.
import { ArrowLeftRight, ChartNoAxesCombined, ReceiptText, Wallet } from '@isobath/ui';
import { Link, useLocation } from 'react-router';
import { useLocale, useTexts } from '../base/texts.tsx';
import { menu } from '../products.ts';

const icons = {
  'menu.markets': ChartNoAxesCombined,
  'menu.trade': ArrowLeftRight,
  'menu.assets': Wallet,
  'menu.orders': ReceiptText,
} as const;

/** Shown below 768 pixels only. */
export function BottomBar() {
  const t = useTexts('shell');
  const locale = useLocale();
  const { pathname } = useLocation();
  return (
    <nav aria-label={t('menu.bar')} className="shell-bar">
      {menu.map((entry) => {
        const Icon = icons[entry.word];
        const isHere = pathname === `/${locale}/${entry.to.replace(/\?.*$/, '')}`;
        return (
          <Link
            aria-current={isHere ? 'page' : undefined}
            className="shell-bar-link"
            key={entry.word}
            to={`/${locale}/${entry.to}`}
          >
            <Icon aria-hidden="true" />
            {t(entry.word)}
          </Link>
        );
      })}
    </nav>
  );
}
