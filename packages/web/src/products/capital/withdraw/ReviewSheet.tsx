// The question before a withdrawal: where it goes and what it costs, then the proof, then it is
// asked for. Sent again after silence, it goes under the same client id: it is done once.
import { type Money, MoneySheet } from '@isobath/kit';
import { withdrawRoutes } from '@isobath/wire';
import { Amount, HashText } from '@isobath/ui';
import { ButtonLink } from '../../../base/ButtonLink.tsx';
import { useLocale, useTexts } from '../../../base/texts.tsx';
import type { OwnCoin } from '../coins.ts';
import { isGivenUp, useProven } from '../proof/use-proven.tsx';
import { findField, type WithdrawForm, type WithdrawRequest } from './use-form.ts';

interface SheetProps {
  readonly coin: OwnCoin;
  readonly form: WithdrawForm;
  readonly money: Money;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onDone: (withdrawalId: string) => void;
}

/** Ask, with a proof; a refusal about a field goes there. */
function useSubmit({ form, money, onClose, onDone }: SheetProps) {
  const proven = useProven();
  const submit = (request: WithdrawRequest) =>
    money.send({
      request,
      call: (key) => {
        // A client id is short: the key without its dashes.
        const body = { ...request, clientId: key.replaceAll('-', '') };
        return proven.call('withdraw', withdrawRoutes.submit, { body });
      },
      onDone: ({ withdrawId }) => onDone(withdrawId),
      onRefused: (refusal) => {
        if (isGivenUp(refusal)) return true;
        const field = findField(refusal);
        if (field === undefined) return false;
        form.refuse(field, refusal.message);
        onClose();
        return true;
      },
    });
  return { submit, dialog: proven.dialog };
}

/** The sheet. */
export function ReviewSheet(props: SheetProps) {
  const t = useTexts('capital');
  const shell = useTexts('shell');
  const locale = useLocale();
  const { coin, form, money } = props;
  const { submit, dialog } = useSubmit(props);
  const { request, split, network, payee } = form;
  if (request === null || split === null || network === undefined) return null;
  const address = payee.saved?.address ?? payee.address.trim();
  const memo = payee.saved?.memo ?? payee.memo.trim();
  const show = (amount: string) => <Amount isOwn unit={coin.shortName} value={amount} />;
  return (
    <MoneySheet
      cancelLabel={t('out.back')}
      confirmLabel={t('out.submit')}
      isOpen={props.isOpen}
      lines={[
        { key: 'address', label: t('out.address'), after: <HashText value={address} /> },
        ...(memo === '' ? [] : [{ key: 'memo', label: t('memo.label'), after: memo }]),
        { key: 'network', label: t('network.label'), after: network.name },
        { key: 'taken', label: t('out.taken'), after: show(split.taken) },
        { key: 'fee', label: t('out.fee'), after: show(split.fee) },
        { key: 'receives', label: t('out.receives'), after: show(split.receives), isTotal: true },
      ]}
      money={{ ...money, dialog }}
      onConfirm={() => void submit(request)}
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onClose();
      }}
      text={t('out.reviewText')}
      title={t('out.review')}
      unknown={t('out.unknown')}
      unknownActions={
        <ButtonLink size="small" to={`/${locale}/assetManagement/financial?type=2`}>
          {shell('link.records')}
        </ButtonLink>
      }
    />
  );
}
