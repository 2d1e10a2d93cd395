// What the search offers besides markets: the contract of a coin that was typed with a leverage,
// and commands. Not which commands there are (commands.ts). Shown by SearchPanel.tsx.
import type { FoundSpot } from '@isobath/wire';
import { CoinIcon } from '@isobath/ui';
import { useMemo } from 'react';
import { Link, useLocation } from 'react-router';
import { changeLanguage } from '../../base/language.ts';
import { contractAddress } from '../../base/market-address.ts';
import { useRootData } from '../../base/session.ts';
import { SoonTag } from '../../base/Soon.tsx';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { writeLook } from '../../base/theme.ts';
import { useMenuFacts } from '../menu/use-menu-facts.ts';
import { type Command, findCommands, listCommands } from './commands.ts';

/** The perpetual contract of what was found, as long as none is listed with a word about that. */
export function ContractOffer(props: {
  market: FoundSpot;
  leverage: string;
  isListed: boolean;
  onLeave: () => void;
}) {
  const t = useTexts('shell');
  const account = useTexts('account');
  const locale = useLocale();
  const { baseCurrency, webLogo } = props.market;
  return (
    <div>
      <Link
        className="search-row search-offer"
        onClick={props.onLeave}
        to={contractAddress(locale, baseCurrency)}
      >
        <CoinIcon code={baseCurrency} size={20} src={webLogo === '' ? undefined : webLogo} />
        <span className="search-name">
          <b>{baseCurrency}</b>
          <span className="search-quote">{` ${t('link.perpetual')} · ${props.leverage}`}</span>
        </span>
      </Link>
      {props.isListed ? null : <p className="search-note">{account('search.noContracts')}</p>}
    </div>
  );
}

/** Pages, themes and languages that a keyword names; nothing when it names none. */
export function CommandList(props: { keyword: string; onLeave: () => void }) {
  const shell = useTexts('shell');
  const t = useTexts('account');
  const facts = useMenuFacts();
  const { offered } = useRootData();
  const { pathname, search } = useLocation();
  const all = useMemo(
    () =>
      listCommands(facts, offered, {
        sayLink: (word) => shell(`link.${word}`),
        sayTheme: (theme) => `${t('settings.theme')}: ${t(`settings.theme.${theme}`)}`,
      }),
    [facts, offered, shell, t],
  );
  const found = findCommands(all, props.keyword);
  if (found.length === 0) return null;
  const act = (command: Exclude<Command, { kind: 'page' }>) => {
    props.onLeave();
    if (command.kind === 'theme') writeLook('theme', command.theme);
    else {
      const address = `${pathname}${search}`;
      void changeLanguage(command.locale, { isSignedIn: facts.isSignedIn, address });
    }
  };
  return (
    <section aria-label={t('search.commands')}>
      <h2 className="search-head">{t('search.commands')}</h2>
      <ul className="search-list">
        {found.map((command) => (
          <li key={command.name}>
            {command.kind === 'page' ? (
              <Link className="search-row search-command" onClick={props.onLeave} to={command.to}>
                {command.name}
                {command.isSoon ? <SoonTag /> : null}
              </Link>
            ) : (
              <button
                className="search-row search-command"
                onClick={() => act(command)}
                type="button"
              >
                {command.name}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
