// What the whole page says to refusals that concern it: one dialog at a time for identity, for
// parts that are not for this account, for a session that ended elsewhere and for another account
// that took its place, and a screen over everything while the exchange is closed. Dialogs and
// screen come with the first of them.
import { businessCodes } from '@isobath/wire';
import { useEffect, useState } from 'react';
import { lazyPart } from '../../base/late/lazy-part.ts';
import { type BusinessError, watchBusinessErrors } from '../../base/business-errors.ts';
import { useOtherAccount } from './use-other-account.ts';
import { useSignedOut } from './use-signed-out.ts';

const RefusalDialog = lazyPart(() => import('./RefusalDialog.tsx'), 'RefusalDialog');
const SignedOutDialog = lazyPart(() => import('./SignedOutDialog.tsx'), 'SignedOutDialog');
const OtherAccountDialog = lazyPart(() => import('./OtherAccountDialog.tsx'), 'OtherAccountDialog');
const MaintenanceScreen = lazyPart(
  () => import('../maintenance/MaintenanceScreen.tsx'),
  'MaintenanceScreen',
);

/** Listens on every page. */
export function Refusals() {
  const [refusal, setRefusal] = useState<BusinessError | null>(null);
  const otherName = useOtherAccount();
  const signedOut = useSignedOut(otherName !== null);
  const [endsAtMs, setEndsAtMs] = useState<number | null>(null);
  useEffect(
    () =>
      watchBusinessErrors((error) => {
        if (error.code === businessCodes.maintenance) {
          setEndsAtMs((known) => Number(error.facts['endsAtMs'] ?? known ?? 0));
        } else {
          // While one stands, others belong to the same page, which is left when it closes.
          setRefusal((shown) => shown ?? error);
        }
      }),
    [],
  );
  const close = () => {
    setRefusal(null);
    signedOut.end();
  };
  // Whoever is signed out cannot be asked for anything else: that is told first, and alone.
  return (
    <>
      {signedOut.state === 'told' ? <SignedOutDialog onClose={close} /> : null}
      {otherName === null ? null : <OtherAccountDialog name={otherName} />}
      {refusal !== null && otherName === null && signedOut.state === 'none' ? (
        <RefusalDialog onClose={close} refusal={refusal} />
      ) : null}
      {endsAtMs === null ? null : (
        <MaintenanceScreen endsAtMs={endsAtMs} onOpen={() => setEndsAtMs(null)} />
      )}
    </>
  );
}
