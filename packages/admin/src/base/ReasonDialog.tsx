// Asks why before something is done: the reason goes into the audit chain's words.
import { TextArea } from '@isobath/ui';
import { type ReactNode, useState } from 'react';
import { FormDialog } from './FormDialog.tsx';
import { useTexts } from './texts.tsx';

const reasonMin = 3;
const reasonMax = 500;

/** A dialog with fields of the caller, a reason, and one button. */
export function ReasonDialog(props: {
  title: string;
  text: string;
  confirmLabel: string;
  isDanger?: boolean;
  isOpen: boolean;
  isPending: boolean;
  isReady?: boolean;
  onClose: () => void;
  onConfirm: (reason: string) => void;
  children?: ReactNode;
}) {
  const t = useTexts('admin');
  const [reason, setReason] = useState('');
  // A reason is given for one act; the next one is asked for anew.
  if (!props.isOpen && reason !== '') setReason('');
  const isReady = reason.trim().length >= reasonMin && props.isReady !== false;
  return (
    <FormDialog {...props} isReady={isReady} onConfirm={() => props.onConfirm(reason.trim())}>
      {props.children}
      <TextArea
        label={t('reason')}
        maxLength={reasonMax}
        onChange={setReason}
        rows={3}
        value={reason}
      />
    </FormDialog>
  );
}
