// A person's own security: profile, password, authenticator, passkeys, devices, history. Each
// section is a file of its own; here they stand in order around one confirmation that opens the
// sensitive ones.
import { accountRoutes } from '@isobath/wire';
import { Button } from '@isobath/ui';
import { useCallback, useState } from 'react';
import { redirect, useRevalidator } from 'react-router';
import type { Route } from './+types/SecurityPage';
import { loginAddress } from '../../base/address.ts';
import { browserClient } from '../../base/client.ts';
import { pageRequest } from '../../base/page-context.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import type { AnyLocale } from '@isobath/texts';
import { DevicesSection, LoginsSection } from './security/DevicesSection.tsx';
import { PasskeysSection } from './security/PasskeysSection.tsx';
import { PasswordSection } from './security/PasswordSection.tsx';
import { ProfileSection } from './security/ProfileSection.tsx';
import { type Guarded, StepUpDialog } from './security/StepUpDialog.tsx';
import { TotpSection } from './security/TotpSection.tsx';
import './account.css';

/** Texts of this page. */
export const handle = { texts: ['account'] } as const;

/** Title. */
export function meta() {
  return [{ title: 'Isobath' }, { name: 'robots', content: 'noindex' }];
}

/** Everything the sections show; a guest is sent to sign in. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { client, isSignedIn } = context.get(pageRequest);
  const { pathname, search } = new URL(request.url);
  if (!isSignedIn) throw redirect(loginAddress(params.locale as AnyLocale, pathname + search));
  const [session, passkeys, sessions, logins] = await Promise.all([
    client.call(accountRoutes.session),
    client.call(accountRoutes.passkeys),
    client.call(accountRoutes.sessions),
    client.call(accountRoutes.logins),
  ]);
  return { session, passkeys, sessions, logins };
}

/** The security page. */
export default function SecurityPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('account');
  const locale = useLocale();
  const { revalidate } = useRevalidator();
  const [waiting, setWaiting] = useState<(() => Promise<void>) | null>(null);
  const { session, passkeys, sessions, logins } = loaderData;
  const refresh = useCallback(() => void revalidate(), [revalidate]);
  const guarded: Guarded = (action) => setWaiting(() => action);

  const logOut = async () => {
    await browserClient().call(accountRoutes.logout);
    sessionStorage.clear();
    setTimeout(() => location.assign(`/${locale}`), 1_000);
  };

  if (session === null) return null;
  return (
    <main className="account-room">
      <div className="account-section-head">
        <h1 className="account-title">{t('settings.title')}</h1>
        <Button onClick={() => void logOut()}>{t('settings.logout')}</Button>
      </div>
      <ProfileSection onChange={refresh} session={session} />
      <PasswordSection />
      <TotpSection guarded={guarded} isOn={session.hasTotp} onChange={refresh} />
      <PasskeysSection guarded={guarded} onChange={refresh} passkeys={passkeys} />
      <DevicesSection onChange={refresh} sessions={sessions} />
      <LoginsSection logins={logins} />
      <StepUpDialog
        hasTotp={session.hasTotp}
        onClose={() => setWaiting(null)}
        onConfirmed={() => {
          const action = waiting;
          setWaiting(null);
          void action?.();
        }}
        isOpen={waiting !== null}
      />
    </main>
  );
}
