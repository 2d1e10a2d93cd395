// At the first sign-in of a person in a browser that has favourites of its own: shall they join the
// account's? Asked once for each sign-in; no is remembered too.
import { lazyPart } from '../../base/late/lazy-part.ts';
import { guestContractsSetting } from '../../base/contract-favourites.ts';
import { guestFavouritesSetting, useFavourites } from '../../base/favourites.ts';
import { useSession } from '../../base/session.ts';
import { useSetting } from '../../base/settings.ts';
import { requestedSetting } from './requested-setting.ts';

const Offer = lazyPart(() => import('./Offer.tsx'), 'Offer');

/** The question, when there is one. */
export function FavouritesOffer() {
  const fid = useSession()?.fid ?? 0;
  const [requested] = useSetting(requestedSetting);
  const [guest] = useSetting(guestFavouritesSetting);
  const [contracts] = useSetting(guestContractsSetting);
  const { tradeIds } = useFavourites();
  const isNothing = guest.length === 0 && contracts.length === 0;
  if (fid === 0 || isNothing || requested.includes(fid)) return null;
  return (
    <Offer
      requested={requested}
      contracts={contracts}
      fid={fid}
      guest={guest}
      tradeIds={tradeIds}
    />
  );
}
