// Taking a withdrawal back before anything of it is signed. Asked once more: it is over then.
import { describeFailure } from '@isobath/kit';
import { type CapitalRecord, withdrawRoutes } from '@isobath/wire';
import { Banner, Button, ConfirmSheet } from '@isobath/ui';
import { useState } from 'react';
import { browserClient } from '../../../base/client.ts';
import { useTexts } from '../../../base/texts.tsx';

/** @param props - onChange: it was taken back, or it is too late for that. */
export function CancelWithdrawal(props: { row: CapitalRecord; onChange: () => void }) {
  const t = useTexts('capital');
  const kit = useTexts('kit');
  const [isOpen, setOpen] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const [refusal, setRefusal] = useState('');
  const cancel = async () => {
    setRunning(true);
    setRefusal('');
    try {
      const body = { withdrawId: props.row.id };
      await browserClient().call(withdrawRoutes.cancel, { body });
      setOpen(false);
    } catch (failure) {
      setRefusal(describeFailure(failure, kit));
    } finally {
      setRunning(false);
      props.onChange();
    }
  };
  return (
    <>
      <Button onClick={() => setOpen(true)} size="small" variant="quiet">
        {t('out.cancel')}
      </Button>
      <ConfirmSheet
        cancelLabel={t('out.keep')}
        confirmLabel={t('out.cancel')}
        isOpen={isOpen}
        isPending={isRunning}
        onConfirm={() => void cancel()}
        onOpenChange={setOpen}
        text={t('out.cancelText')}
        title={t('out.cancel')}
        variant="danger"
      >
        {refusal === '' ? null : <Banner tone="danger">{refusal}</Banner>}
      </ConfirmSheet>
    </>
  );
}
