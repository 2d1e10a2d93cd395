// The header of every page: mark, mode, menu, search, one's own popups, language, looks, download.
// What a screen has no room for is in the side menu. Not here: what the popups hold.
import { BrandMark, Wordmark } from '@isobath/ui';
import type { MouseEvent } from 'react';
import { Link, useLocation } from 'react-router';
import { lazyPart } from '../../base/late/lazy-part.ts';
import { loginAddress } from '../../base/address.ts';
import { ButtonLink } from '../../base/ButtonLink.tsx';
import { useBrandName } from '../../base/house.ts';
import { isWeb3Path, usePagePath } from '../../base/page-address.ts';
import { useSession } from '../../base/session.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { SearchTool } from '../search/SearchTool.tsx';
import { DownloadTool } from './DownloadTool.tsx';
import { LanguageTool } from './LanguageTool.tsx';
import { MainMenu } from './MainMenu.tsx';
import { ModeSwitch } from './ModeSwitch.tsx';
import { NextPage } from './NextPage.tsx';
import { NotificationTool } from './NotificationTool.tsx';
import { SideMenuTool } from './SideMenuTool.tsx';
import { ThemeTool } from './ThemeTool.tsx';

// Guests load none of what belongs to a person.
const PersonTool = lazyPart(
  () => import('../user/PersonTool.tsx'),
  'PersonTool',
  <span className="shell-person-wait" />,
);
// Of web3 mode alone.
const WalletTool = lazyPart(() => import('../wallet/WalletTool.tsx'), 'WalletTool');
const AccountTools = lazyPart(() => import('./OwnTools.tsx'), 'AccountTools');

/** The way past the header, by key: what somebody reads next is the page itself. */
function goToPage(event: MouseEvent): void {
  event.preventDefault();
  const page = document.querySelector('main');
  page?.setAttribute('tabindex', '-1');
  page?.focus();
}

/** The header. @param isFixed - stays in sight while the page scrolls. */
export function Header(props: { isFixed: boolean }) {
  const t = useTexts('shell');
  const locale = useLocale();
  const isWeb3 = isWeb3Path(usePagePath());
  const session = useSession();
  const house = useBrandName();
  return (
    <header
      className="shell-header"
      data-density="dense"
      data-fixed={props.isFixed ? '' : undefined}
    >
      <a className="ui-sr ui-skip" href="#page" onClick={goToPage}>
        {t('skip')}
      </a>
      <Link
        aria-label={t('home', { name: house })}
        className="shell-brand"
        to={`/${locale}${isWeb3 ? '/web3' : ''}`}
      >
        <span className="shell-brand-full">
          <Wordmark size={22} />
        </span>
        <span className="shell-brand-mark">
          <BrandMark />
        </span>
      </Link>
      <ModeSwitch />
      <div className="shell-menu">
        <MainMenu />
      </div>
      <div className="shell-tools">
        {isWeb3 ? null : <SearchTool />}
        {isWeb3 || session === null ? null : <OwnTools />}
        {isWeb3 ? <WalletTool /> : <Person />}
        <div className="shell-wide">
          <LanguageTool />
          {isWeb3 ? null : <DownloadTool />}
          {isWeb3 ? null : <ThemeTool />}
        </div>
        <SideMenuTool />
      </div>
      <NextPage />
    </header>
  );
}

function OwnTools() {
  return (
    <>
      <div className="shell-own">
        <AccountTools />
      </div>
      <NotificationTool />
    </>
  );
}

function Person() {
  const t = useTexts('shell');
  const locale = useLocale();
  const session = useSession();
  const { pathname, search } = useLocation();
  if (session === null) {
    return (
      <div className="shell-guest">
        <ButtonLink size="small" to={loginAddress(locale, pathname + search)} variant="plain">
          {t('signIn')}
        </ButtonLink>
        <ButtonLink size="small" to={`/${locale}/register`} variant="primary">
          {t('register')}
        </ButtonLink>
      </div>
    );
  }
  return <PersonTool session={session} />;
}
