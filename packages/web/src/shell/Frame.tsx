// The frame of every page of a language: header, the page, and on phones the bottom bar.
import { readLocale } from '@isobath/texts';
import { isRouteErrorResponse, Outlet } from 'react-router';
import type { Route } from './+types/Frame';
import { BottomBar } from './BottomBar.tsx';
import { ErrorPage } from './ErrorPage.tsx';
import { Header } from './Header.tsx';

/** A first part that is no language of ours leads nowhere. */
export function loader({ params }: Route.LoaderArgs): null {
  if (readLocale(params.locale, true) === null) throw new Response(null, { status: 404 });
  return null;
}

/** The language never changes within a page. */
export function shouldRevalidate(): boolean {
  return false;
}

/** Header, page, bottom bar. */
export default function Frame() {
  return (
    <div className="shell-frame">
      <Header />
      <Outlet />
      <BottomBar />
    </div>
  );
}

/** A failed page keeps its header, so that there is a way on. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isLost = isRouteErrorResponse(error) && error.status === 404;
  return (
    <div className="shell-frame" data-lost={isLost ? '' : undefined}>
      <Header />
      <ErrorPage error={error} />
      <BottomBar />
    </div>
  );
}
