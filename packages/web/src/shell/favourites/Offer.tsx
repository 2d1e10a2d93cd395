// The question whether a browser's favourites join the account's, in a file of its own: few are
// ever asked. Shown by FavouritesOffer.tsx.
import { ConfirmSheet } from '@isobath/ui';
import { useState } from 'react';
import { contractFavourites, guestContractsSetting } from '../../base/contract-favourites.ts';
import { favourites, guestFavouritesSetting } from '../../base/favourites.ts';
import { writeSetting } from '../../base/settings.ts';
import { useTexts } from '../../base/texts.tsx';
import { requestedSetting } from './requested-setting.ts';

/**
 * The question.
 *
 * @param props - guest: trade ids of this browser; contracts: its contract codes; tradeIds: of the
 * account.
 */
export function Offer(props: {
  fid: number;
  requested: readonly number[];
  guest: readonly number[];
  contracts: readonly string[];
  tradeIds: readonly number[];
}) {
  const t = useTexts('account');
  const { fid, requested, guest, contracts, tradeIds } = props;
  const [isPending, setPending] = useState(false);
  const end = () => writeSetting(requestedSetting, [...requested, fid]);
  const merge = async () => {
    setPending(true);
    const added = guest.filter((tradeId) => !tradeIds.includes(tradeId));
    try {
      await favourites.send(fid, added, true);
      if (contracts.length > 0) await contractFavourites.send(fid, contracts, true);
      writeSetting(guestFavouritesSetting, []);
      writeSetting(guestContractsSetting, []);
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
      text={t('favourites.text', { count: guest.length + contracts.length })}
      title={t('favourites.title')}
    />
  );
}
