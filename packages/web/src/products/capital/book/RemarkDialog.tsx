// A person's own words about a saved address. They open no way out: no proof is asked for.
import { describeFailure } from '@isobath/kit';
import { addressBookRoutes, type SavedAddress } from '@isobath/wire';
import { Button, Dialog, TextField } from '@isobath/ui';
import { type FormEvent, useState } from 'react';
import { browserClient } from '../../../base/client.ts';
import { useTexts } from '../../../base/texts.tsx';

const REMARK_MAX = 32;

/** The dialog. */
export function RemarkDialog(props: {
  row: SavedAddress;
  onDone: () => void;
  onClose: () => void;
}) {
  const t = useTexts('capital');
  const kit = useTexts('kit');
  const [remark, setRemark] = useState(props.row.remark);
  const [isRunning, setRunning] = useState(false);
  const [refusal, setRefusal] = useState('');
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setRunning(true);
    try {
      const body = { id: props.row.id, remark: remark.trim() };
      await browserClient().call(addressBookRoutes.remark, { body });
      props.onDone();
    } catch (failure) {
      setRefusal(describeFailure(failure, kit));
      setRunning(false);
    }
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onClose();
      }}
      size="small"
      title={t('addresses.name')}
    >
      <form className="book-form" onSubmit={(event) => void save(event)}>
        <TextField
          error={refusal}
          input={{ maxLength: REMARK_MAX }}
          label={t('addresses.remark')}
          onChange={setRemark}
          value={remark}
        />
        <Button isFull isPending={isRunning} type="submit" variant="primary">
          {t('addresses.save')}
        </Button>
      </form>
    </Dialog>
  );
}
