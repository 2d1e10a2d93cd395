// Says that another account has signed in to this browser; however it is closed, the page is loaded
// anew as that account's. Shown by Refusals.tsx.
import { Button, Dialog } from '@isobath/ui';
import { useEffect } from 'react';
import { forgetPerson } from '../../base/settings.ts';
import { useTexts } from '../../base/texts.tsx';

/** What the account before kept in this tab, drafts too, is not the other's. */
const loadAnew = () => {
  forgetPerson();
  location.reload();
};

/** The dialog. */
export function OtherAccountDialog(props: { name: string }) {
  const of = useTexts('account');
  const { name } = props;
  // Whoever loads the page anew by the browser's own button must not see it either.
  useEffect(forgetPerson, []);
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
