// The assets and orders popups of a signed-in person, by hover or press.
import { countMenuColumns } from '@isobath/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { lazyPart } from '../../base/late/lazy-part.ts';
import { LatePopover } from '../../base/late/LatePopover.tsx';
import { usePagePath } from '../../base/page-address.ts';
import { SoonTag } from '../../base/Soon.tsx';
import { useTexts } from '../../base/texts.tsx';
import { addressOf, isSoon, type MenuLink } from '../menu/menu.ts';
import { isMockTrade, listAssetLinks, listOrderLinks } from '../menu/own-links.ts';
import { useMenuFacts } from '../menu/use-menu-facts.ts';

const AssetsCard = lazyPart(
  () => import('./AssetsCard.tsx'),
  'AssetsCard',
  <div className="assets-card" />,
);

function Links(props: { links: readonly MenuLink[]; onLeave: () => void }) {
  const t = useTexts('shell');
  const facts = useMenuFacts();
  return (
    <ul className="ui-nav-links shell-links" data-columns={countMenuColumns(props.links.length)}>
      {props.links.map((link) => (
        <li key={link.word}>
          <Link className="ui-nav-link" onClick={props.onLeave} to={addressOf(link, facts)}>
            {t(`link.${link.word}`)}
            {isSoon(link, facts) ? <SoonTag /> : null}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** What one owns, and the accounts. */
function AssetsTool() {
  const t = useTexts('shell');
  const path = usePagePath();
  const [isOpen, setOpen] = useState(false);
  return (
    <LatePopover
      isBare
      isFixed
      isOpen={isOpen}
      label={t('menu.assets')}
      onOpenChange={setOpen}
      opensOnHover
      trigger={
        <button className="shell-tool" type="button">
          {t('menu.assets')}
        </button>
      }
    >
      {!isMockTrade(path) && <AssetsCard onLeave={() => setOpen(false)} />}
      <Links links={listAssetLinks(path)} onLeave={() => setOpen(false)} />
    </LatePopover>
  );
}

/** The lists of orders. */
function OrdersTool() {
  const t = useTexts('shell');
  const path = usePagePath();
  const [isOpen, setOpen] = useState(false);
  return (
    <LatePopover
      isBare
      isFixed
      isOpen={isOpen}
      label={t('menu.orders')}
      onOpenChange={setOpen}
      opensOnHover
      trigger={
        <button className="shell-tool" type="button">
          {t('menu.orders')}
        </button>
      }
    >
      <Links links={listOrderLinks(path)} onLeave={() => setOpen(false)} />
    </LatePopover>
  );
}

/** Both of them. */
export function AccountTools() {
  return (
    <>
      <AssetsTool />
      <OrdersTool />
    </>
  );
}
