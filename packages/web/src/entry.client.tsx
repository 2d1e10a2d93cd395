// The browser's start: bring the texts of the first page, then take over the document.
import { type AnyLocale, loadTexts, type Namespace, readLocale } from '@isobath/texts';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { watchInstallOffer } from './base/install.ts';

interface RouteModule {
  readonly handle?: { readonly texts?: readonly Namespace[] };
}

/** Where the router's document leaves the modules of the first page. */
const modulesName = '__reactRouterRouteModules';

async function start(): Promise<void> {
  const locale: AnyLocale = readLocale(location.pathname.split('/')[1] ?? '', true) ?? 'en_US';
  const left = (window as unknown as Record<string, Record<string, RouteModule> | undefined>)[
    modulesName
  ];
  const modules = Object.values(left ?? {});
  const wanted = new Set<Namespace>(['shell']);
  for (const module of modules) {
    for (const namespace of module.handle?.texts ?? []) wanted.add(namespace);
  }
  await Promise.all([...wanted].map((namespace) => loadTexts(locale, namespace)));
  startTransition(() => {
    hydrateRoot(document, <HydratedRouter />);
  });
}

watchInstallOffer();
void start();
