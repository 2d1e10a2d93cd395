// What one can do from the search besides finding a market: go to a page by its name, wear another
// theme, change the language. Plain data and one rule; the panel shows and does it.
import { localeNames, readLocale } from '@isobath/texts';
import { themes } from '../../base/theme.ts';
import {
  addressOf,
  footerColumns,
  isSoon,
  type LinkWord,
  listShown,
  mainMenu,
  type MenuFacts,
  type MenuLink,
} from '../menu/menu.ts';
import { listAssetLinks, listOrderLinks, userLinks } from '../menu/own-links.ts';

/** Something to do, with the words it answers to. */
export type Command = { readonly name: string; readonly words: readonly string[] } & (
  | { readonly kind: 'page'; readonly to: string; readonly isSoon: boolean }
  | { readonly kind: 'theme'; readonly theme: (typeof themes)[number] }
  | { readonly kind: 'language'; readonly locale: NonNullable<ReturnType<typeof readLocale>> }
);

/** Pages that no menu names but people look for. */
const besides: readonly MenuLink[] = [
  { word: 'home', to: '' },
  { word: 'transfer', to: 'account/transfer', needsSignIn: true },
  { word: 'withdraw', to: 'assetManagement/extract', needsSignIn: true },
  { word: 'assetsOverview', to: 'assetManagement/overView', needsSignIn: true },
  { word: 'notices', to: 'inMail/noticeNavList', needsSignIn: true },
  { word: 'tasks', to: 'myTask', needsSignIn: true },
];

const pages: readonly MenuLink[] = [
  ...besides,
  ...[...mainMenu, ...footerColumns].flatMap(({ links }) => links),
  ...userLinks,
  ...listAssetLinks(''),
  ...listOrderLinks(''),
];

/** Names of what there is, in the reader's language. */
export interface CommandNames {
  readonly sayLink: (word: LinkWord) => string;
  readonly sayTheme: (theme: (typeof themes)[number]) => string;
}

/** Every command there is for this person; each page once. */
export function listCommands(
  facts: MenuFacts,
  offered: readonly string[],
  { sayLink, sayTheme }: CommandNames,
): Command[] {
  const byWord = new Map(listShown(pages, facts).map((link) => [link.word, link]));
  return [
    ...[...byWord.values()].map((link): Command => {
      const name = sayLink(link.word);
      const to = addressOf(link, facts);
      return { kind: 'page', name, words: [name, link.word], to, isSoon: isSoon(link, facts) };
    }),
    ...themes.map((theme): Command => {
      const name = sayTheme(theme);
      return { kind: 'theme', name, words: [name, theme], theme };
    }),
    ...offered.flatMap((value): Command[] => {
      const locale = readLocale(value);
      if (locale === null || locale === facts.locale) return [];
      const name = localeNames[locale];
      return [{ kind: 'language', name, words: [name, value], locale }];
    }),
  ];
}

const shownMax = 4;
/** One letter means a coin; a plain word that is not the name shown is meant when typed out. */
const lengthMin = 2;
const plainLengthMin = 4;

/** The commands that a keyword names, those it begins first; at most four. */
export function findCommands(all: readonly Command[], keyword: string): Command[] {
  const wanted = keyword.toLowerCase();
  if (wanted.length < lengthMin) return [];
  const rate = ({ name: shown, words }: Command) =>
    Math.max(
      ...words.map((word) => {
        const name = word.toLowerCase();
        if (word !== shown && wanted.length < plainLengthMin) return 0;
        if (name.startsWith(wanted)) return name.length === wanted.length ? 3 : 2;
        return name.includes(` ${wanted}`) ? 1 : 0;
      }),
    );
  return all
    .map((command) => ({ command, fit: rate(command) }))
    .filter(({ fit }) => fit > 0)
    .sort((one, two) => two.fit - one.fit)
    .slice(0, shownMax)
    .map(({ command }) => command);
}
