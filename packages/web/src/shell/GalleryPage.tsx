// Every part of the design system on one page; only the sandbox has it.
import { Gallery } from '@isobath/ui';
import { offersLongestSetting } from '../base/offers-longest.ts';
import { pageRequest } from '../base/page-context.ts';
import { useSetting } from '../base/settings.ts';
import type { Route } from './+types/GalleryPage';

/** In production this address leads nowhere. */
export function loader({ context }: Route.LoaderArgs): null {
  if (context.get(pageRequest).mode !== 'sandbox') throw new Response(null, { status: 404 });
  return null;
}

/** Not for search engines. */
export function meta() {
  return [{ name: 'robots', content: 'noindex' }];
}

/** The gallery. */
export default function GalleryPage() {
  const [offersLongest, setOffersLongest] = useSetting(offersLongestSetting);
  return <Gallery longest={{ isOffered: offersLongest, onOffer: setOffersLongest }} />;
}
