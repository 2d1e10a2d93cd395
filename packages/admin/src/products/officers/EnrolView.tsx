// An officer makes their passkey, by the link that the host has printed, and reads the fingerprint
// that they type at the terminal. Shown by OfficersPage.tsx below the link's address.
import { PasskeyPlace, useNamedAddress } from '@isobath/kit';
import { Banner, Button, Panel } from '@isobath/ui';
import { officerRoutes } from '@isobath/wire';
import { startRegistration } from '@simplewebauthn/browser';
import { useState } from 'react';
import { client } from '../../base/client.ts';
import { PageHead } from '../../base/PageBody.tsx';
import { useTexts } from '../../base/texts.tsx';
import { useAction } from '../../base/use-action.ts';
import { readOwnFingerprint } from './passkey.ts';

interface Made {
  readonly officerId: string;
  /** Of what this browser's authenticator made. */
  readonly own: string;
  /** Of what the server has kept. */
  readonly kept: string;
}

/** The view. @param props - token: the end of the link. */
export function EnrolView({ token }: { readonly token: string }) {
  const t = useTexts('officers');
  const { act, isPending } = useAction();
  const isByNumber = useNamedAddress() !== '';
  const [made, setMade] = useState<Made | null>(null);
  const make = async () => {
    const { officerId, options } = await client.call(officerRoutes.officerEnrolOptions, {
      body: { token },
    });
    const response = await startRegistration({ optionsJSON: options as never });
    const own = await readOwnFingerprint(officerId, response);
    const { fingerprint: kept } = await client.call(officerRoutes.officerEnrol, {
      body: { token, response: { ...response } },
    });
    setMade({ officerId, own, kept });
  };
  return (
    <>
      <PageHead
        back={{ path: 'officers', label: t('title') }}
        text={t('enrol.text')}
        title={t('enrol.title')}
      />
      <PasskeyPlace />
      {made === null ? (
        isByNumber ? null : (
          <Button
            isPending={isPending}
            onClick={() => void act(make, '')}
            size="large"
            variant="primary"
          >
            {t('enrol.make')}
          </Button>
        )
      ) : (
        <Panel isFramed isPadded title={`${t('officer.name')}: ${made.officerId}`}>
          {made.own === made.kept ? (
            <div className="officers-made">
              <p className="officers-fingerprint" data-fingerprint="">
                {made.own}
              </p>
              <p>{t('enrol.compare')}</p>
            </div>
          ) : (
            <Banner tone="danger">{t('enrol.differs')}</Banner>
          )}
        </Panel>
      )}
    </>
  );
}
