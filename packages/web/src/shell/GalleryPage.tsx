// Every part of the design system on one page; only the sandbox has it.
import { Gallery } from '@isobath/ui';
import { pageRequest } from '../base/page-context.ts';
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
  return <Gallery />;
}
