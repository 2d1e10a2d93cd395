// The side menu: the groups as accordions, then app, service, language, looks, and the way in.
// Not here: what the groups are (menu.ts), and when it opens (SideMenuTool.tsx).
// Loaded when somebody opens it first.
import { Accordion, Button, Download, Headset, LogOut, Moon, SideDrawer, Sun } from '@isobath/ui';
import { Link, useLocation } from 'react-router';
import { loginAddress } from '../../base/address.ts';
import { ButtonLink } from '../../base/ButtonLink.tsx';
import { isWeb3Path, usePagePath } from '../../base/page-address.ts';
import { useLogOut } from '../../base/person/log-out.ts';
import { useScreen } from '../../base/screen.ts';
import { openService } from '../../base/service-request.ts';
import { useSession } from '../../base/session.ts';
import { SoonTag } from '../../base/Soon.tsx';
import { useTexts } from '../../base/texts.tsx';
import { addressOf, isSoon, listShown, mainMenu, type MenuGroup, web3Menu } from '../menu/menu.ts';
import { listAssetLinks, listOrderLinks, userLinks } from '../menu/own-links.ts';
import { useMenuFacts } from '../menu/use-menu-facts.ts';
import { UserCard } from '../user/UserPanel.tsx';
import { LanguageTool } from './LanguageTool.tsx';
import { ModeSwitch } from './ModeSwitch.tsx';
import { turnTheme } from './ThemeTool.tsx';
import './header.css';

interface Props {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** The menu. */
export function SideMenu(props: Props) {
  const t = useTexts('shell');
  const facts = useMenuFacts();
  const path = usePagePath();
  const leave = () => props.onOpenChange(false);
  const isWeb3 = isWeb3Path(path);
  const isOnPhone = useScreen() === 'phone';
  const session = useSession();
  const groups: readonly MenuGroup[] = isWeb3
    ? [{ word: 'web3', links: web3Menu }]
    : [
        ...mainMenu,
        ...(facts.isSignedIn
          ? [
              { word: 'assets', links: listAssetLinks(path) } as const,
              { word: 'orders', links: listOrderLinks(path) } as const,
              ...(isOnPhone ? [{ word: 'user', links: userLinks } as const] : []),
            ]
          : []),
      ];
  const items = groups.map((group) => ({
    key: group.word,
    title: t(`link.${group.word}`),
    content: (
      <ul className="side-links">
        {listShown(group.links, facts, isOnPhone).map((link) => (
          <li key={link.word}>
            <Link onClick={leave} to={addressOf(link, facts)}>
              {t(`link.${link.word}`)}
              {isSoon(link, facts) ? <SoonTag /> : null}
            </Link>
          </li>
        ))}
      </ul>
    ),
  }));
  return (
    <SideDrawer {...props} foot={<Foot isWeb3={isWeb3} leave={leave} />} title={t('menu.label')}>
      {isOnPhone && session !== null ? <UserCard onLeave={leave} session={session} /> : null}
      {isOnPhone ? <ModeSwitch onLeave={leave} /> : null}
      <Accordion isSingle items={items} openFirst={isWeb3} />
    </SideDrawer>
  );
}

function Foot(props: { isWeb3: boolean; leave: () => void }) {
  const t = useTexts('shell');
  const { locale, isSignedIn } = useMenuFacts();
  const { pathname, search } = useLocation();
  const { leave } = props;
  const { isLeaving, leave: logOut } = useLogOut();
  return (
    <div className="side-foot">
      {isSignedIn ? null : (
        <div className="side-pair">
          <ButtonLink onClick={leave} to={loginAddress(locale, pathname + search)} variant="quiet">
            {t('signIn')}
          </ButtonLink>
          <ButtonLink onClick={leave} to={`/${locale}/register`} variant="primary">
            {t('register')}
          </ButtonLink>
        </div>
      )}
      <div className="side-tools">
        <Link className="side-tool" onClick={leave} to={`/${locale}/app/downLoad`}>
          <Download aria-hidden="true" />
          {t('link.app')}
        </Link>
        <button
          className="side-tool"
          onClick={() => {
            leave();
            openService();
          }}
          type="button"
        >
          <Headset aria-hidden="true" />
          {t('service')}
        </button>
      </div>
      <LanguageTool isFull />
      {props.isWeb3 ? null : (
        <Button
          icon={
            <>
              <Sun className="shell-sun" />
              <Moon className="shell-moon" />
            </>
          }
          isFull
          onClick={turnTheme}
          variant="quiet"
        >
          {t('theme')}
        </Button>
      )}
      {isSignedIn ? (
        <Button icon={<LogOut />} isFull isPending={isLeaving} onClick={logOut} variant="quiet">
          {t('user.logout')}
        </Button>
      ) : null}
    </div>
  );
}
