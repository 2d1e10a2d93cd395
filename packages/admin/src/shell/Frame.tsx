// Menu, bar and page. On a phone the menu is a drawer.
import { IconButton, LogOut, MenuIcon, Moon, SideDrawer, Sun, Tag, Wordmark } from '@isobath/ui';
import type { OperatorAnswer } from '@isobath/wire';
import { useState } from 'react';
import { linkTo, useAddress } from '../base/address.ts';
import { signOut } from '../base/client.ts';
import type { ConsolePage } from '../base/page.ts';
import { NothingHere } from '../base/PageBody.tsx';
import { useOperator } from '../base/session.ts';
import { readPageLabel, useTexts } from '../base/texts.tsx';
import { pages } from '../products.ts';
import { LanguageChoice } from './LanguageChoice.tsx';

/** Pages an operator may see, in the order of the list. */
export function listAllowed(operator: OperatorAnswer): readonly ConsolePage[] {
  return pages.filter(({ permission }) => operator.permissions.includes(permission));
}

/** The page of an address: the longest path it begins with. */
export function findPage(
  allowed: readonly ConsolePage[],
  address: string,
): { page: ConsolePage; rest: string } | undefined {
  const [first = '', ...more] = address.split('/');
  const page = allowed.find(({ path }) => path === first);
  return page === undefined ? undefined : { page, rest: more.join('/') };
}

/** The console of somebody who is signed in. */
export function Frame(props: { onSignedOut: () => void }) {
  const t = useTexts('admin');
  const operator = useOperator();
  const address = useAddress();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const allowed = listAllowed(operator);
  const found = findPage(allowed, address);
  const menu = <Menu address={address} onGo={() => setMenuOpen(false)} pages={allowed} />;
  return (
    <div className="office" data-density="compact">
      <a className="ui-sr ui-skip" href="#page">
        {t('skip')}
      </a>
      <aside className="office-side">
        <Brand />
        {menu}
      </aside>
      <header className="office-bar">
        <span className="office-menu-tool">
          <IconButton icon={<MenuIcon />} label={t('menu')} onClick={() => setMenuOpen(true)} />
        </span>
        {operator.mode === 'sandbox' ? <Tag tone="warn">{t('sandbox')}</Tag> : null}
        <span className="office-bar-space" />
        <span className="office-who">
          <a {...linkTo('own')}>{operator.email}</a>
          <Tag tone="outline">{t(`role.${operator.role}`)}</Tag>
        </span>
        <LanguageChoice />
        <ThemeTool />
        <IconButton
          icon={<LogOut />}
          label={t('signOut')}
          onClick={() => void signOut().then(props.onSignedOut)}
        />
      </header>
      <SideDrawer isOpen={isMenuOpen} onOpenChange={setMenuOpen} title={t('menu')}>
        {menu}
      </SideDrawer>
      <main className="office-page" id="page" tabIndex={-1}>
        {found === undefined ? (
          <NothingHere back={{ path: '', label: t('page.overview') }} />
        ) : (
          <found.page.Page key={address} rest={found.rest} />
        )}
      </main>
    </div>
  );
}

function Brand() {
  const t = useTexts('admin');
  return (
    <a className="office-brand" {...linkTo('')}>
      <Wordmark />
      <span className="office-brand-room">{t('title')}</span>
    </a>
  );
}

function Menu(props: { pages: readonly ConsolePage[]; address: string; onGo: () => void }) {
  const t = useTexts('admin');
  const groups = [...new Set(props.pages.map(({ group }) => group))];
  const here = props.address.split('/')[0];
  return (
    <nav aria-label={t('menu')} className="office-menu" onClick={props.onGo}>
      {groups.map((group) => (
        <div className="office-menu-group" key={group}>
          <p>{t(group)}</p>
          {props.pages
            .filter((page) => page.group === group)
            .map(({ path, label, icon: Icon }) => (
              <a aria-current={path === here ? 'page' : undefined} key={path} {...linkTo(path)}>
                <Icon aria-hidden="true" />
                {readPageLabel(label)}
              </a>
            ))}
        </div>
      ))}
    </nav>
  );
}

/** Dark or light; the site below the same name wears it too. */
export function ThemeTool() {
  const t = useTexts('admin');
  const [theme, setTheme] = useState(
    document.documentElement.getAttribute('data-theme') === 'light' ? 'light' : 'dark',
  );
  const next = theme === 'light' ? 'dark' : 'light';
  return (
    <IconButton
      icon={theme === 'light' ? <Moon /> : <Sun />}
      label={t('theme')}
      onClick={() => {
        document.documentElement.setAttribute('data-theme', next);
        document.cookie = `theme=${next}; path=/; max-age=31536000; samesite=lax`;
        setTheme(next);
      }}
    />
  );
}
