// Everything a person sets for themselves: profile, security, devices, preferences, notifications.
// Each section is a file of its own; here they stand in order beside a list of them, around one
// confirmation that opens the sensitive ones.
import { accountRoutes } from '@isobath/wire';
import { Button, LogOut } from '@isobath/ui';
import { type ReactNode, useCallback, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Route } from './+types/SettingsPage';
import { Wanted } from '../../base/notifications/Wanted.tsx';
import { useLogOut } from '../../base/person/log-out.ts';
import { clientOfPerson } from '../../base/signed-in.ts';
import { useTexts } from '../../base/texts.tsx';
import { ProfileSection } from './profile/ProfileSection.tsx';
import { PartList } from './profile/PartList.tsx';
import { PreferencesSection } from './profile/PreferencesSection.tsx';
import { PART_WORDS, type Part } from './profile/parts.ts';
import { DevicesSection, LoginsSection } from './security/DevicesSection.tsx';
import { FreezeSection } from './security/FreezeSection.tsx';
import { PasskeysSection } from './security/PasskeysSection.tsx';
import { PasswordSection } from './security/PasswordSection.tsx';
import { type Guarded, StepUpDialog } from './security/StepUpDialog.tsx';
import { TotpSection } from './security/TotpSection.tsx';
import { WordSection } from './security/WordSection.tsx';
import './account.css';
import './settings.css';

/** Texts of this page. */
export const handle = { texts: ['account', 'inbox', 'kit'] } as const;

/** Title. */
export function meta() {
  return [{ name: 'robots', content: 'noindex' }];
}

/** Everything the sections show; a guest is sent to sign in. */
export async function loader(args: Route.LoaderArgs) {
  const client = clientOfPerson(args);
  const [session, passkeys, sessions, logins] = await Promise.all([
    client.call(accountRoutes.session),
    client.call(accountRoutes.passkeys),
    client.call(accountRoutes.sessions),
    client.call(accountRoutes.logins),
  ]);
  return { session, passkeys, sessions, logins };
}

/** The page of settings. */
export default function SettingsPage({ loaderData }: Route.ComponentProps) {
  const shell = useTexts('shell');
  const { revalidate } = useRevalidator();
  const [waiting, setWaiting] = useState<(() => Promise<void>) | null>(null);
  const { isLeaving, leave } = useLogOut();
  const { session, passkeys, sessions, logins } = loaderData;
  const refresh = useCallback(() => void revalidate(), [revalidate]);
  const guarded: Guarded = (action) => setWaiting(() => action);
  if (session === null) return null;
  return (
    <main className="settings">
      <div className="settings-head">
        <h1 className="account-title">{shell('link.settings')}</h1>
        <Button icon={<LogOut />} isPending={isLeaving} onClick={leave} variant="quiet">
          {shell('user.logout')}
        </Button>
      </div>
      <PartList />
      <div className="settings-parts">
        <PartOf name="profile">
          <ProfileSection onChange={refresh} session={session} />
        </PartOf>
        <PartOf name="security">
          <PasswordSection />
          <TotpSection guarded={guarded} isOn={session.hasTotp} onChange={refresh} />
          <PasskeysSection guarded={guarded} onChange={refresh} passkeys={passkeys} />
          <WordSection guarded={guarded} onChange={refresh} word={session.antiPhishingCode} />
          <FreezeSection frozen={session.frozen} onFrozen={leave} />
        </PartOf>
        <PartOf name="devices">
          <DevicesSection onChange={refresh} sessions={sessions} />
          <LoginsSection logins={logins} />
        </PartOf>
        <PartOf name="preferences">
          <PreferencesSection />
        </PartOf>
        <PartOf name="notifications">
          <Wanted />
        </PartOf>
      </div>
      <StepUpDialog
        hasTotp={session.hasTotp}
        isOpen={waiting !== null}
        onClose={() => setWaiting(null)}
        onConfirmed={() => {
          const action = waiting;
          setWaiting(null);
          void action?.();
        }}
      />
    </main>
  );
}

function PartOf(props: { name: Part; children: ReactNode }) {
  const t = useTexts('account');
  return (
    <div className="settings-part" id={props.name}>
      <h2 className="settings-title">{t(PART_WORDS[props.name])}</h2>
      {props.children}
    </div>
  );
}
