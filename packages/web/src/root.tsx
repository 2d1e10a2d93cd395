// The document: language, looks before the first picture, the surroundings of all components.
// Not here: header and bars (shell/Frame.tsx). Read by the router as its outermost module.
import './app.css';
import { languageTagOf, readLocale } from '@isobath/texts';
import { brand, faviconUrl, fontPreloads, UiProvider } from '@isobath/ui';
import { accountRoutes, configurationRoutes, siteRoutes } from '@isobath/wire';
import { type ReactNode, Suspense } from 'react';
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLocation,
} from 'react-router';
import type { Route } from './+types/root';
import { pictureOf, toBrand } from './base/house.ts';
import { listenBack } from './base/live.ts';
import { useNonce } from './base/nonce.ts';
import { ownFormsScript } from './base/own-forms.ts';
import { pageRequest } from './base/page-context.ts';
import { laterScript } from './base/deferred.ts';
import { hideSetting, useSetting } from './base/settings.ts';
import { type RootData, useRootData } from './base/session.ts';
import { LocaleContext, useTexts } from './base/texts.tsx';
import { themeScript } from './base/theme.ts';
import { Alternates } from './shell/Alternates.tsx';
import { ErrorPage } from './shell/ErrorPage.tsx';
import { makeUiWords } from './shell/ui-words.ts';

/** Namespaces that every page needs. */
export const handle = { texts: ['shell'] } as const;

/** Who is looking, and when the server looked. */
export async function loader({ context }: Route.LoaderArgs): Promise<RootData> {
  const { client, isSignedIn, mode, origin } = context.get(pageRequest);
  const [session, config, region, languages] = await Promise.all([
    isSignedIn ? client.call(accountRoutes.session) : null,
    client.call(siteRoutes.webConfig),
    client.call(configurationRoutes.compliance),
    client.call(configurationRoutes.locales),
  ]);
  const offered = languages.map(({ value }) => value);
  return { session, config, region, offered, mode, origin, renderedAtMs: Date.now() };
}

/** Who is looking does not change from page to page; signing in asks again by itself. */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs): boolean {
  return change.currentUrl.href === change.nextUrl.href && change.defaultShouldRevalidate;
}

/** The face of the first picture; the page itself says its title. */
export function links() {
  return fontPreloads.map((href) => ({
    rel: 'preload',
    as: 'font',
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
    href,
  }));
}

/** The document around everything, error pages included. */
export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const { pathname } = useLocation();
  const locale = readLocale(pathname.split('/')[1] ?? '', true) ?? 'en_US';
  const { brand: set } = useRootData().config;
  return (
    <html
      data-accent={set.accent}
      data-theme="dark"
      lang={languageTagOf(locale)}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <script
          dangerouslySetInnerHTML={{ __html: themeScript }}
          nonce={nonce}
          suppressHydrationWarning
        />
        <script
          dangerouslySetInnerHTML={{ __html: laterScript }}
          nonce={nonce}
          suppressHydrationWarning
        />
        <script
          dangerouslySetInnerHTML={{ __html: ownFormsScript }}
          nonce={nonce}
          suppressHydrationWarning
        />
        <meta content={brand.colours.ink} name="theme-color" />
        <Meta />
        <link href={pictureOf(set) || faviconUrl(set.accent)} rel="icon" />
        <link href="/manifest.webmanifest" rel="manifest" />
        <Links />
        <Alternates />
      </head>
      <body>
        <LocaleContext value={locale}>
          <Suspense>
            <Surroundings>{children}</Surroundings>
          </Suspense>
        </LocaleContext>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

function Surroundings({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const t = useTexts('shell');
  const { pathname } = useLocation();
  const locale = readLocale(pathname.split('/')[1] ?? '', true) ?? 'en_US';
  const { renderedAtMs, config } = useRootData();
  const [isHidden] = useSetting(hideSetting);
  const settings = {
    locale: languageTagOf(locale),
    words: makeUiWords(t),
    isHidden,
    house: toBrand(config.brand),
    listenBack,
    ...(renderedAtMs === 0 ? {} : { renderedAtMs }),
  };
  return (
    <UiProvider nonce={nonce} settings={settings}>
      {children}
    </UiProvider>
  );
}

/** Whatever page the address leads to. */
export default function Root() {
  return <Outlet />;
}

/** A page that failed, or an address that leads nowhere. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
