// The authenticator: setting it up with a picture to scan, the backup codes once, and taking it
// away. The seed is shown once and kept nowhere.
import { accountRoutes } from '@isobath/wire';
import { Button, CopyField } from '@isobath/ui';
import { useState } from 'react';
import { renderSVG } from 'uqr';
import { browserClient } from '../../../base/client.ts';
import { useTexts } from '../../../base/texts.tsx';
import { CodeEntry, FactorEntry } from '../../../base/codes/CodeEntry.tsx';
import { BackupCodes } from './BackupCodes.tsx';
import type { Guarded } from './StepUpDialog.tsx';
import { useCall } from '../../../base/codes/use-call.ts';

type Stage =
  | { kind: 'rest' }
  | { kind: 'scan'; secret: string; uri: string }
  | { kind: 'codes'; codes: readonly string[] }
  | { kind: 'remove' };

/** The authenticator. */
export function TotpSection(props: { isOn: boolean; guarded: Guarded; onChange: () => void }) {
  const t = useTexts('account');
  const call = useCall(t('offline'));
  const [stage, setStage] = useState<Stage>({ kind: 'rest' });
  const [code, setCode] = useState('');

  const begin = async () => {
    const made = await call.run(() => browserClient().call(accountRoutes.totpBegin));
    if (made !== undefined) setStage({ kind: 'scan', ...made });
  };
  const confirm = async (typed: string) => {
    const body = { code: typed };
    const made = await call.run(() => browserClient().call(accountRoutes.totpConfirm, { body }));
    if (made === undefined) return;
    setCode('');
    setStage({ kind: 'codes', codes: made.backupCodes });
    props.onChange();
  };
  const remove = async (typed: string) => {
    const body = { code: typed.trim() };
    const done = await call.run(() => browserClient().call(accountRoutes.totpRemove, { body }));
    if (done === undefined) return;
    setCode('');
    setStage({ kind: 'rest' });
    props.onChange();
  };

  return (
    <section aria-label={t('settings.totp')} className="account-section">
      <div className="account-section-head">
        <div>
          <h3>{t('settings.totp')}</h3>
          <p>{t(props.isOn ? 'settings.totpOn' : 'settings.totpOff')}</p>
        </div>
        {stage.kind === 'rest' ? (
          <Button
            onClick={() => (props.isOn ? setStage({ kind: 'remove' }) : props.guarded(begin))}
            variant="quiet"
          >
            {t(props.isOn ? 'settings.remove' : 'settings.setUp')}
          </Button>
        ) : null}
      </div>
      {stage.kind === 'scan' ? (
        <form
          className="account-inline"
          onSubmit={(event) => {
            event.preventDefault();
            void confirm(code);
          }}
        >
          <p>{t('settings.scan')}</p>
          <div className="account-qr" dangerouslySetInnerHTML={{ __html: renderSVG(stage.uri) }} />
          {/* Whoever holds the screen in their hand cannot point its camera at it. */}
          <a className="ui-link account-qr-here" href={stage.uri}>
            {t('settings.scanHere')}
          </a>
          <CopyField isHash label={t('settings.key')} value={stage.secret} />
          <CodeEntry
            call={call}
            label={t('settings.confirmCode')}
            onChange={setCode}
            onComplete={(typed) => void confirm(typed)}
            value={code}
          />
          <div>
            <Button
              isPending={call.isRunning}
              type="submit"
              variant="primary"
              whyDisabled={call.lockedUntilMs === 0 ? undefined : call.refusal}
            >
              {t('settings.switchOn')}
            </Button>
          </div>
        </form>
      ) : null}
      {stage.kind === 'codes' ? (
        <BackupCodes codes={stage.codes} onKept={() => setStage({ kind: 'rest' })} />
      ) : null}
      {stage.kind === 'remove' ? (
        <form
          className="account-inline"
          onSubmit={(event) => {
            event.preventDefault();
            void remove(code);
          }}
        >
          <FactorEntry
            call={call}
            label={t('settings.confirmCode')}
            onChange={setCode}
            value={code}
          />
          <div>
            <Button
              isPending={call.isRunning}
              type="submit"
              variant="danger"
              whyDisabled={call.lockedUntilMs === 0 ? undefined : call.refusal}
            >
              {t('settings.remove')}
            </Button>
          </div>
        </form>
      ) : null}
    </section>
  );
}
