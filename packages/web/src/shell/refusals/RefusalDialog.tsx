// The dialog of a refusal that ends a visit: identity is needed, or the part is not for this
// account. Closing it goes back to where one came from; while answers are due the page stays, as
// it can still be looked at and cancelled on. Shown by Refusals.tsx.
import { businessCodes } from '@isobath/wire';
import { Button, Dialog } from '@isobath/ui';
import { useLocation, useNavigate } from 'react-router';
import type { BusinessError } from '../../base/business-errors.ts';
import { addWayBack, identityAddress } from '../../base/identity-way.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';

/** Whether there is a page of ours to go back to: also one that was another load of the site. */
function hasPast(): boolean {
  const { navigation } = window as Partial<Window>;
  if (navigation) return navigation.canGoBack;
  return ((window.history.state as { idx?: number } | null)?.idx ?? 0) > 0;
}

/** The dialog. */
export function RefusalDialog(props: { refusal: BusinessError; onClose: () => void }) {
  const of = useTexts('account');
  const locale = useLocale();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const needsKyc = props.refusal.code === businessCodes.needKyc;
  const isDue = props.refusal.reject === 'identity_answers_due';
  const close = () => {
    props.onClose();
    if (isDue) return;
    void (hasPast() ? navigate(-1) : navigate(`/${locale}`));
  };
  const goVerify = () => {
    props.onClose();
    const here = pathname + search;
    const answers = `/${locale}/personVerified/?source=supplement`;
    void navigate(isDue ? addWayBack(answers, here) : identityAddress(locale, here));
  };
  return (
    <Dialog
      foot={
        <>
          <Button onClick={close} variant={needsKyc ? 'quiet' : 'primary'}>
            {of('refused.confirm')}
          </Button>
          {needsKyc ? (
            <Button onClick={goVerify} variant="primary">
              {of('refused.kycGo')}
            </Button>
          ) : null}
        </>
      }
      isOpen
      onOpenChange={close}
      size="small"
      text={props.refusal.message}
      title={of(needsKyc && !isDue ? 'refused.kycTitle' : 'refused.moduleTitle')}
    />
  );
}
