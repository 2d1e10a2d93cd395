// What a browser needs to install the site as an app: its name, colours and pictures as the house
// wears them now, and the mark as a picture file.
// Not the icon of a tab (root.tsx). Called by the server entry.
import type { Client } from '@isobath/sdk';
import { brand, showFavicon } from '@isobath/ui';
import { siteRoutes } from '@isobath/wire';
import { brandNameOf, pictureOf } from './base/house.ts';

const MANIFEST_PATH = '/manifest.webmanifest';
const ICON_PATH = '/icon.svg';

/** Answer a path with a file of the installed app; null when it is none. */
export async function readAppFile(
  path: string,
  readClient: () => Promise<Client>,
): Promise<{ readonly type: string; readonly text: string } | null> {
  if (path !== MANIFEST_PATH && path !== ICON_PATH) return null;
  const { brand: set } = await (await readClient()).call(siteRoutes.webConfig);
  if (path === ICON_PATH) return { type: 'image/svg+xml', text: showFavicon(set.accent) };
  const name = brandNameOf(set);
  const picture = pictureOf(set);
  const mark = { src: ICON_PATH, sizes: 'any', type: 'image/svg+xml' };
  const manifest = {
    name,
    short_name: name,
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: brand.colours.ink,
    theme_color: brand.colours.ink,
    icons: picture === '' ? [mark] : [{ src: picture, sizes: 'any' }],
  };
  return { type: 'application/manifest+json', text: JSON.stringify(manifest) };
}
