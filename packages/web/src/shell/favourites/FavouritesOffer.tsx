// At the first sign-in of a person in a browser that has favourites of its own: shall they join the
// account's? Asked once for each person; no is remembered too.
import { lazy, Suspense } from 'react';
import { guestFavouritesSetting, useFavourites } from '../../base/favourites.ts';
import { useSession } from '../../base/session.ts';
import { useSetting } from '../../base/settings.ts';
import { askedSetting } from './asked-setting.ts';

const Offer = lazy(async () => ({ default: (await import('./Offer.tsx')).Offer }));

/** The question, when there is one. */
export function FavouritesOffer() {
  const fid = useSession()?.fid ?? 0;
  const [asked] = useSetting(askedSetting);
  const [guest] = useSetting(guestFavouritesSetting);
  const { tradeIds } = useFavourites();
  if (fid === 0 || guest.length === 0 || asked.includes(fid)) return null;
  return (
    <Suspense>
      <Offer asked={asked} fid={fid} guest={guest} tradeIds={tradeIds} />
    </Suspense>
  );
}
