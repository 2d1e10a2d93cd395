// Says that another account has signed in to this browser; however it is closed, the page is loaded
// anew as that account's. Shown by Refusals.tsx.
import { Button, Dialog } from '@isobath/ui';
import { useTexts } from '../../base/texts.tsx';

const loadAnew = () => location.reload();

/** The dialog. */
export function OtherAccountDialog(props: { name: string }) {
  const of = useTexts('account');
  const { name } = props;
  return (
    <Dialog
      foot={
        <Button onClick={loadAnew} variant="primary">
          {of('otherAccount.goOn', { name })}
        </Button>
      }
      isOpen
      onOpenChange={loadAnew}
      size="small"
      text={of('otherAccount.text', { name })}
      title={of('otherAccount.title')}
    />
  );
}
