// The frame of every page of a language: fixed areas at the top, right and bottom, the header, the
// page, and the footer below pages that scroll. Not here: what a page shows.
import { readLocale } from '@isobath/texts';
import { ToastProvider } from '@isobath/ui';
import { type ReactNode, useEffect, useState } from 'react';
import { isRouteErrorResponse, Outlet, useLoaderData } from 'react-router';
import type { Route } from './+types/Frame';
import { lazyPart } from '../base/late/lazy-part.ts';
import { findPattern } from '../base/address.ts';
import { deskPaths } from '../base/desk-paths.ts';
import { PageTitle } from '../base/PageTitle.tsx';
import { isWeb3Path, pathBelowLanguage, usePagePath } from '../base/page-address.ts';
import { useScreen } from '../base/screen.ts';
import { useRootData, useSession } from '../base/session.ts';
import { useTexts } from '../base/texts.tsx';
import { forceDark } from '../base/theme.ts';
import { BottomBar } from './BottomBar.tsx';
import { ErrorPage } from './ErrorPage.tsx';
import { ServiceWidget } from '../header-parts.tsx';
import { Footer } from './footer/Footer.tsx';
import { Header } from './header/Header.tsx';
import { ConnectionBar } from './connection/ConnectionBar.tsx';
import { DownloadBar } from './layout/DownloadBar.tsx';
import { LayerHost } from './layout/LayerHost.tsx';
import { readAbout } from './page-abouts.ts';
import { Refusals } from './refusals/Refusals.tsx';

/**
 * What the page of a first visit is about. A first part that is no language of ours leads nowhere.
 */
export async function loader({ params, request }: Route.LoaderArgs) {
  const locale = readLocale(params.locale, true);
  if (locale === null) throw new Response(null, { status: 404 });
  const path = pathBelowLanguage(new URL(request.url).pathname);
  const { findPageName } = await import('./page-titles.ts');
  return { path, about: await readAbout(locale, path), name: findPageName(path) };
}

/** The language never changes within a page. */
export function shouldRevalidate(): boolean {
  return false;
}

/** Header, page, footer, and the fixed areas. */
export default function Frame() {
  return (
    <Surround>
      <Title />
      <Outlet />
    </Surround>
  );
}

/** The name of a page that says none itself. */
function Title() {
  const t = useTexts('shell');
  const path = usePagePath();
  const first = useLoaderData<typeof loader>();
  if (first.path !== path) return <LaterTitle path={path} />;
  const { name, about } = first;
  if (name === undefined) return null;
  return <PageTitle about={about ?? undefined} name={name === null ? undefined : t(name)} />;
}

// A first visit needs one of the names, and has it from the loader.
const LaterTitle = lazyPart(() => import('./LaterTitle.tsx'), 'LaterTitle');

/** A failed page keeps its header, so that there is a way on. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isLost = isRouteErrorResponse(error) && error.status === 404;
  return (
    <Surround isLost={isLost}>
      <ErrorPage error={error} />
    </Surround>
  );
}

function Surround(props: { isLost?: boolean; children: ReactNode }) {
  const path = usePagePath();
  const screen = useScreen();
  const isWeb3 = isWeb3Path(path);
  const isDesk = findPattern(path, deskPaths) !== null && props.isLost === undefined;
  useEffect(() => forceDark(isWeb3), [isWeb3]);
  return (
    <ToastProvider>
      <div
        className="shell-frame"
        data-lost={props.isLost === true ? '' : undefined}
        data-screen={screen}
      >
        {isDesk ? null : <DownloadBar />}
        <Header isFixed={!isDesk} />
        <BarPlace />
        <ConnectionBar isQuiet={isDesk} />
        {props.children}
        {isDesk ? null : <Footer />}
        <div className="shell-right" data-desk={isDesk ? '' : undefined}>
          <LaterParts />
        </div>
        <BottomBar />
        <OfferPlace />
        <LayerHost />
        <Refusals />
      </div>
    </ToastProvider>
  );
}

const Bars = lazyPart(() => import('./layout/Bars.tsx'), 'Bars');

/** What concerns everybody here stands below the header; mostly there is nothing. */
function BarPlace() {
  const { config, region, renderedAtMs, session } = useRootData();
  const isFrozen = (session?.frozen ?? null) !== null;
  const isPlanned = config.maintenance.startsAt > renderedAtMs;
  if (region.mode === 'open' && !isPlanned && !isFrozen) return null;
  return <Bars />;
}

const FavouritesOffer = lazyPart(
  () => import('./favourites/FavouritesOffer.tsx'),
  'FavouritesOffer',
);

/** Who is not signed in has nothing to be asked, and does not load the question. */
function OfferPlace() {
  return useSession() === null ? null : <FavouritesOffer />;
}

const Floating = lazyPart(() => import('./layout/Floating.tsx'), 'Floating');

/** What floats comes once the page is there: it must not hold up the first picture. */
function LaterParts() {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), laterMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isLater) return null;
  return (
    <>
      <Floating />
      <ServiceWidget />
    </>
  );
}

const laterMs = 1_500;
