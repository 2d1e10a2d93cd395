// Asks why before something is done: the reason goes into the audit chain's words.
import { Button, Dialog, TextArea } from '@isobath/ui';
import { type ReactNode, useState } from 'react';
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
    <Dialog
      foot={
        <>
          <Button onClick={props.onClose} variant="quiet">
            {t('cancel')}
          </Button>
          <Button
            disabled={!isReady}
            isPending={props.isPending}
            onClick={() => props.onConfirm(reason.trim())}
            variant={props.isDanger ? 'danger' : 'primary'}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
      isOpen={props.isOpen}
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onClose();
      }}
      size="small"
      text={props.text}
      title={props.title}
    >
      <div className="office-form">
        {props.children}
        <TextArea
          label={t('reason')}
          maxLength={reasonMax}
          onChange={setReason}
          rows={3}
          value={reason}
        />
      </div>
    </Dialog>
  );
}
