// A page to come: what it will be, said plainly, and what can be done meanwhile. Marked noindex.
// Guests are told too: nobody signs in for nothing. Not here: which pages these are
// (base/planned-pages.ts).
import type { Route } from './+types/PlannedPage';
import { findPattern } from '../../base/address.ts';
import { ButtonLink } from '../../base/ButtonLink.tsx';
import { useTradePath } from '../../base/last-markets.ts';
import { PageTitle } from '../../base/PageTitle.tsx';
import { pathBelowLanguage } from '../../base/page-address.ts';
import { plannedPages } from '../../base/planned-pages.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { Contours } from '../Contours.tsx';

/** Texts of this page. */
export const handle = { texts: ['planned'] } as const;

const paths = plannedPages.map((page) => page.path);

/** Which page this is. */
export function loader(args: Route.LoaderArgs) {
  // Of the page, not of the request: a router that asks for data puts its own ending there.
  const pattern = findPattern(pathBelowLanguage(args.url.pathname), paths);
  const page = plannedPages.find((one) => one.path === pattern);
  if (page === undefined) throw new Response(null, { status: 404 });
  return { word: page.word };
}

/** Not for search engines: there is nothing to find yet. */
export function meta() {
  return [{ name: 'robots', content: 'noindex' }];
}

/** The page. */
export default function PlannedPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('planned');
  const shell = useTexts('shell');
  const locale = useLocale();
  const tradePath = useTradePath();
  const name = shell(`link.${loaderData.word}`);
  return (
    <main className="shell-error">
      <PageTitle name={name} />
      <Contours />
      <p className="planned-mark">{t('mark')}</p>
      <h1 className="type-title-m">{name}</h1>
      <p className="shell-error-text">{t(loaderData.word)}</p>
      <div className="planned-actions">
        <ButtonLink to={`/${locale}/${tradePath}`} variant="primary">
          {t('trade')}
        </ButtonLink>
        <ButtonLink to={`/${locale}/market`} variant="quiet">
          {t('markets')}
        </ButtonLink>
      </div>
    </main>
  );
}
