// At the first sign-in of a person in a browser that has favourites of its own: shall they join the
// account's? Asked once for each person; no is remembered too.
import { ConfirmSheet } from '@isobath/ui';
import { useState } from 'react';
import { guestFavouritesSetting, sendFavourites, useFavourites } from '../../base/favourites.ts';
import { useSession } from '../../base/session.ts';
import { defineSetting, useSetting, writeSetting } from '../../base/settings.ts';
import { useTexts } from '../../base/texts.tsx';

/** People who were asked in this browser, by their UID. */
const askedSetting = defineSetting<readonly number[]>(
  'favourites.asked',
  [],
  (value) => Array.isArray(value) && value.every((one) => Number.isSafeInteger(one)),
);

/** The question, when there is one. */
export function FavouritesOffer() {
  const fid = useSession()?.fid ?? 0;
  const [asked] = useSetting(askedSetting);
  const [guest] = useSetting(guestFavouritesSetting);
  const { tradeIds } = useFavourites();
  if (fid === 0 || guest.length === 0 || asked.includes(fid)) return null;
  return <Offer asked={asked} fid={fid} guest={guest} tradeIds={tradeIds} />;
}

function Offer(props: {
  fid: number;
  asked: readonly number[];
  guest: readonly number[];
  tradeIds: readonly number[];
}) {
  const t = useTexts('shell');
  const { fid, asked, guest, tradeIds } = props;
  const [isPending, setPending] = useState(false);
  const end = () => writeSetting(askedSetting, [...asked, fid]);
  const merge = async () => {
    setPending(true);
    const added = guest.filter((tradeId) => !tradeIds.includes(tradeId));
    try {
      await sendFavourites(
        fid,
        added.map((tradeId) => ({ tradeId, operate: 1 })),
      );
      writeSetting(guestFavouritesSetting, []);
      end();
    } finally {
      setPending(false);
    }
  };
  return (
    <ConfirmSheet
      cancelLabel={t('favourites.no')}
      confirmLabel={t('favourites.yes')}
      isOpen
      isPending={isPending}
      onConfirm={() => void merge().catch(() => {})}
      onOpenChange={(isOpen) => {
        if (!isOpen) end();
      }}
      text={t('favourites.text', { count: guest.length })}
      title={t('favourites.title')}
    />
  );
}
