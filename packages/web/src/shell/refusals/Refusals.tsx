// What the whole page says to refusals that concern it: one dialog at a time for identity and for
// parts that are not for this account, and a screen over everything while the exchange is closed.
// The dialog and the screen come with the first of them.
import { businessCodes } from '@isobath/wire';
import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../../base/late/lazy-part.ts';
import { type BusinessError, watchBusinessErrors } from '../../base/business-errors.ts';

const RefusalDialog = lazyPart(async () => ({
  default: (await import('./RefusalDialog.tsx')).RefusalDialog,
}));
const MaintenanceScreen = lazyPart(async () => ({
  default: (await import('../maintenance/MaintenanceScreen.tsx')).MaintenanceScreen,
}));

/** Listens on every page. */
export function Refusals() {
  const [refusal, setRefusal] = useState<BusinessError | null>(null);
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
  return (
    <Suspense>
      {refusal === null ? null : (
        <RefusalDialog onClose={() => setRefusal(null)} refusal={refusal} />
      )}
      {endsAtMs === null ? null : (
        <MaintenanceScreen endsAtMs={endsAtMs} onOpen={() => setEndsAtMs(null)} />
      )}
    </Suspense>
  );
}
