// The start of the back office: brings the texts, then shows the console.
import './admin.css';
import { LocaleContext } from '@isobath/kit';
import { loadTexts, type Namespace } from '@isobath/texts';
import { StrictMode, Suspense } from 'react';
import { type SiteBrand, siteRoutes, webValues } from '@isobath/wire';
import { createRoot } from 'react-dom/client';
import { client } from './base/client.ts';
import { readConsoleLocale } from './base/texts.tsx';
import { pages } from './products.ts';
import { Console } from './shell/Console.tsx';

/** What the house is called and wears; the brand file's when nobody answers. */
async function readHouse(): Promise<SiteBrand> {
  try {
    return (await client.call(siteRoutes.webConfig)).brand;
  } catch {
    return webValues.brand.first;
  }
}

async function start(): Promise<void> {
  const locale = readConsoleLocale();
  const own = pages.flatMap(({ label }) => (typeof label === 'string' ? [] : [label.namespace]));
  const wanted = new Set<Namespace>(['shell', 'admin', 'kit', 'content', 'service', ...own]);
  const [house] = await Promise.all([
    readHouse(),
    ...[...wanted].map((namespace) => loadTexts(locale, namespace)),
  ]);
  document.documentElement.dataset['accent'] = house.accent;
  const place = document.getElementById('root');
  if (place === null) return;
  createRoot(place).render(
    <StrictMode>
      <LocaleContext value={locale}>
        <Suspense>
          <Console house={house} />
        </Suspense>
      </LocaleContext>
    </StrictMode>,
  );
}

void start();
