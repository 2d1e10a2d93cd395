// The question before a movement whose amount is not typed: what will happen, line by line, what
// went wrong, and the button. Sent as a form is (use-money.tsx).
import { ConfirmSheet, Receipt, type ReceiptLine } from '@isobath/ui';
import type { ReactNode } from 'react';
import { MoneyTroubles } from './MoneyTroubles.tsx';
import type { Money } from './use-money.tsx';

/** @param props - unknown: said when nobody knows whether money moved. */
export function MoneySheet(props: {
  title: string;
  text: string;
  confirmLabel: string;
  cancelLabel: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  lines: readonly ReceiptLine[];
  money: Money;
  unknown: string;
  unknownActions?: ReactNode;
  onConfirm: () => void;
}) {
  const { money } = props;
  return (
    <ConfirmSheet
      cancelLabel={props.cancelLabel}
      confirmLabel={props.confirmLabel}
      isOpen={props.isOpen}
      isPending={money.isSending}
      onConfirm={props.onConfirm}
      onOpenChange={(isOpen) => {
        if (!isOpen) money.clear();
        props.onOpenChange(isOpen);
      }}
      text={props.text}
      title={props.title}
    >
      <Receipt label={props.title} lines={props.lines} />
      <MoneyTroubles actions={props.unknownActions} money={money} unknown={props.unknown} />
      {money.dialog}
    </ConfirmSheet>
  );
}
