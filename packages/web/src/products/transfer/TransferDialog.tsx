// The transfer over a page: the same form as on its own page, in a dialog or, on a phone, a sheet.
// Opened by name through base/layers.ts; money that moved lets the page below read anew.
import { QueryView } from '@isobath/kit';
import { Dialog, Skeleton } from '@isobath/ui';
import { Link, useRevalidator } from 'react-router';
import type { TransferRequest } from '../../base/layers.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { NoWay, TransferForm } from './TransferForm.tsx';
import { useWay } from './way.ts';

/** The dialog; it closes when the money has moved. */
export function TransferDialog(props: { request: TransferRequest; onClose: () => void }) {
  const t = useTexts('transfer');
  const locale = useLocale();
  const { revalidate } = useRevalidator();
  const { request, onClose } = props;
  const read = useWay(request);
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
      <QueryView read={read} size="small" waiting={<Skeleton height={436} />}>
        {({ way }) =>
          way === null ? (
            <NoWay />
          ) : (
            <TransferForm
              {...way}
              asset={request.asset}
              onDone={() => {
                onClose();
                void revalidate();
              }}
              tradeId={request.tradeId}
            />
          )
        }
      </QueryView>
    </Dialog>
  );
}
