// The header: mark, menu, language, looks, sign in or the person.
// Not here: search, notices and the transfer dialog, which later releases bring.
import { type AnyLocale, languageTagOf, localeNames, locales } from '@isobath/texts';
import { BrandMark, IconButton, Languages, Moon, Sun } from '@isobath/ui';
import { Link, NavLink, useLocation } from 'react-router';
import { loginAddress } from '../base/address.ts';
import { useSession } from '../base/session.ts';
import { useLocale, useTexts } from '../base/texts.tsx';
import { readLook, writeLocaleCookie, writeLook } from '../base/theme.ts';
import { menu, pages } from '../products.ts';
import { ButtonLink } from '../base/ButtonLink.tsx';

const hasPage = (path: string) => pages.some((page) => page.path === path);

/** The header of every page. */
export function Header() {
  const t = useTexts('shell');
  const locale = useLocale();
  const { pathname } = useLocation();
  return (
    <header className="shell-header" data-density="dense">
      <Link
        aria-label={t('home')}
        className="shell-brand"
        to={hasPage('') ? `/${locale}` : `/${locale}/trade/exchange/?tradeCode=btc_usdt`}
      >
        <BrandMark />
      </Link>
      <nav aria-label={t('menu.label')} className="shell-menu">
        {menu.map((entry) => {
          const base = `/${locale}/${entry.to.replace(/\?.*$/, '')}`;
          return (
            <NavLink
              aria-current={pathname === base ? 'page' : undefined}
              className="shell-menu-link"
              key={entry.word}
              to={`/${locale}/${entry.to}`}
            >
              {t(entry.word)}
            </NavLink>
          );
        })}
      </nav>
      <div className="shell-tools">
        <LanguageMenu />
        <ThemeButton />
        <Person />
      </div>
    </header>
  );
}

function LanguageMenu() {
  const t = useTexts('shell');
  const locale = useLocale();
  const { pathname, search } = useLocation();
  const change = (next: AnyLocale) => {
    writeLocaleCookie(next);
    // A new language is a new document: every text, number and direction of it.
    location.assign(`/${next}${pathname.replace(/^\/[^/]*/, '')}${search}`);
  };
  return (
    <label className="shell-language">
      <Languages aria-hidden="true" />
      <span className="ui-sr">{t('language')}</span>
      <select onChange={(event) => change(event.target.value as AnyLocale)} value={locale}>
        {locales.map((value) => (
          <option key={value} lang={languageTagOf(value)} value={value}>
            {localeNames[value]}
          </option>
        ))}
      </select>
    </label>
  );
}

function turnTheme(): void {
  const isDark =
    readLook('theme') === 'dark' ||
    (readLook('theme') === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  writeLook('theme', isDark ? 'light' : 'dark');
}

function ThemeButton() {
  const t = useTexts('shell');
  const icon = (
    <>
      <Sun className="shell-sun" />
      <Moon className="shell-moon" />
    </>
  );
  return <IconButton icon={icon} label={t('theme')} onClick={turnTheme} />;
}

function Person() {
  const t = useTexts('shell');
  const locale = useLocale();
  const session = useSession();
  const { pathname, search } = useLocation();
  if (session === null) {
    if (!hasPage('login')) return null;
    return (
      <ButtonLink size="small" to={loginAddress(locale, pathname + search)} variant="primary">
        {t('signIn')}
      </ButtonLink>
    );
  }
  const to = hasPage('user/personSetting')
    ? `/${locale}/user/personSetting`
    : `/${locale}/assetManagement/home`;
  return (
    <Link className="shell-person" title={session.email} to={to}>
      {session.fnickname || session.email}
    </Link>
  );
}
