// The transfer over a page: the same form as on its own page, in a dialog or, on a phone, a sheet.
// Opened by name through base/layers.ts; money that moved lets the page below read anew.
import type { TransferType } from '@isobath/wire';
import { transferRoutes } from '@isobath/wire';
import { Dialog, Skeleton } from '@isobath/ui';
import { useEffect, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { browserClient } from '../../base/client.ts';
import type { TransferWish } from '../../base/layers.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { TransferForm } from './TransferForm.tsx';

/** Accounts that are asked whether they have something of a coin, in this order. */
const SOURCES = [5, 6, 3] as const;

async function hasSome(type: TransferType, asset: string): Promise<boolean> {
  const coins = await browserClient().call(transferRoutes.coins, { query: { type, tradeId: 0 } });
  const coin = coins.find(({ shortName }) => shortName === asset);
  return coin !== undefined && /[1-9]/.test(coin.available);
}

/** The account to take from: the one wished for, else the first that has something of the coin. */
function useSource({ source, target, asset = 'USDT' }: TransferWish): TransferType | null {
  const [found, setFound] = useState<TransferType | null>(source ?? null);
  useEffect(() => {
    if (source !== undefined) return undefined;
    let isLeft = false;
    const others = SOURCES.filter((type) => type !== target);
    const first = target === 2 ? others[0] : 2;
    Promise.all(others.map((type) => hasSome(type, asset)))
      .then((has) => others[has.indexOf(true)])
      .catch(() => undefined)
      .then((type) => {
        if (!isLeft) setFound(type ?? first ?? 2);
      });
    return () => {
      isLeft = true;
    };
  }, [source, target, asset]);
  return found;
}

/** The dialog; it closes when the money has moved. */
export function TransferDialog(props: { wish: TransferWish; onClose: () => void }) {
  const t = useTexts('transfer');
  const locale = useLocale();
  const { revalidate } = useRevalidator();
  const { wish, onClose } = props;
  const source = useSource(wish);
  const records = `/${locale}/orderHome/transferRecord`;
  return (
    <Dialog
      foot={
        <Link className="transfer-records" onClick={onClose} to={records}>
          {t('records.title')}
        </Link>
      }
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      text={t('lead')}
      title={t('title')}
    >
      {source === null ? (
        <Skeleton height={436} />
      ) : (
        <TransferForm
          asset={wish.asset}
          onDone={() => {
            onClose();
            void revalidate();
          }}
          source={source}
          target={wish.target}
          tradeId={wish.tradeId}
        />
      )}
    </Dialog>
  );
}
