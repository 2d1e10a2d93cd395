// The menu in the header of a large screen: the exchange's groups, or the wallet's few links.
import { type NavGroup, NavMenu } from '@isobath/ui';
import { Link } from 'react-router';
import { isWeb3Path, usePagePath } from '../../base/page-address.ts';
import { SoonTag } from '../../base/Soon.tsx';
import { useTexts } from '../../base/texts.tsx';
import {
  addressOf,
  isSoon,
  leadsHere,
  listShown,
  mainMenu,
  type MenuGroup,
  type MenuLink,
  web3Menu,
} from '../menu/menu.ts';
import { useMenuFacts } from '../menu/use-menu-facts.ts';

/** The main menu. */
export function MainMenu() {
  const t = useTexts('shell');
  const facts = useMenuFacts();
  const here = usePagePath();
  const toLink = (link: MenuLink) => {
    return {
      key: link.word,
      label: t(`link.${link.word}`),
      link: <Link to={addressOf(link, facts)} />,
      isHere: leadsHere(link, facts, here),
      note: isSoon(link, facts) ? <SoonTag /> : undefined,
    };
  };
  const toGroup = (group: MenuGroup): NavGroup => {
    const links = listShown(group.links, facts).map(toLink);
    const [first] = links;
    if (first !== undefined && group.links.length === 1) return first;
    const isHere = links.some((link) => link.isHere);
    return { key: group.word, label: t(`link.${group.word}`), isHere, links };
  };
  const groups = isWeb3Path(here) ? web3Menu.map(toLink) : mainMenu.map(toGroup);
  return <NavMenu groups={groups} label={t('menu.label')} />;
}
