import { Button, Dialog } from '@isobath/ui';
import type { ReactNode } from 'react';
import { useTexts } from './texts.tsx';

/** A dialog that holds one form: fields of the caller, a way out, one button that does it. */
export function FormDialog(props: {
  title: string;
  text?: string;
  confirmLabel: string;
  isDanger?: boolean;
  isOpen: boolean;
  isPending: boolean;
  /** All that is needed is there. */
  isReady: boolean;
  onClose: () => void;
  onConfirm: () => void;
  children: ReactNode;
}) {
  const t = useTexts('admin');
  return (
    <Dialog
      foot={
        <>
          <Button onClick={props.onClose} variant="quiet">
            {t('cancel')}
          </Button>
          <Button
            disabled={!props.isReady}
            isPending={props.isPending}
            onClick={props.onConfirm}
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
      text={props.text ?? null}
      title={props.title}
    >
      <div className="office-form">{props.children}</div>
    </Dialog>
  );
}
