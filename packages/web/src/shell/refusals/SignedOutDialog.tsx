// Says that the session has ended elsewhere, and leads back in to the same page. Who closes it goes
// on as a guest. Shown by Refusals.tsx.
import { Button, Dialog } from '@isobath/ui';
import { useLocation, useNavigate } from 'react-router';
import { loginAddress } from '../../base/address.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';

/** The dialog. */
export function SignedOutDialog(props: { onClose: () => void }) {
  const t = useTexts('shell');
  const of = useTexts('account');
  const locale = useLocale();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const signIn = () => {
    props.onClose();
    void navigate(loginAddress(locale, pathname + search));
  };
  return (
    <Dialog
      foot={
        <>
          <Button onClick={props.onClose} variant="quiet">
            {of('signedOut.stay')}
          </Button>
          <Button onClick={signIn} variant="primary">
            {t('signIn')}
          </Button>
        </>
      }
      isOpen
      onOpenChange={props.onClose}
      size="small"
      text={of('signedOut.text')}
      title={of('signedOut.title')}
    />
  );
}
