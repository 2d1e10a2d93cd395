// Who is signed in, and who was or tried to be.
import { accountRoutes, type LoginOutcome } from '@isobath/wire';
import { Button, Moment } from '@isobath/ui';
import { browserClient } from '../../../base/client.ts';
import { useTexts } from '../../../base/texts.tsx';

interface Device {
  readonly id: string;
  readonly device: string;
  readonly ip: string;
  readonly lastSeenAt: number;
  readonly isCurrent: boolean;
}

/** Devices that are signed in. */
export function DevicesSection(props: { sessions: readonly Device[]; onChange: () => void }) {
  const t = useTexts('account');
  const end = async (id: string) => {
    await browserClient().call(accountRoutes.sessionRevoke, { query: { id } });
    props.onChange();
  };
  return (
    <section aria-label={t('settings.devices')} className="account-section">
      <div className="account-section-head">
        <h3>{t('settings.devices')}</h3>
        {props.sessions.length > 1 ? (
          <Button onClick={() => void end('all')} variant="quiet">
            {t('settings.endOthers')}
          </Button>
        ) : null}
      </div>
      {props.sessions.map((session) => (
        <div className="account-row" key={session.id}>
          <span className="account-row-text">
            {session.device}
            <small>
              {session.ip}, <Moment atMs={session.lastSeenAt} />
            </small>
          </span>
          {session.isCurrent ? (
            <span>{t('settings.thisDevice')}</span>
          ) : (
            <Button onClick={() => void end(session.id)} size="small" variant="quiet">
              {t('settings.end')}
            </Button>
          )}
        </div>
      ))}
    </section>
  );
}

interface Login {
  readonly at: number;
  readonly ip: string;
  readonly device: string;
  readonly outcome: LoginOutcome;
}

const SHOWN = 12;

/** The newest sign-ins and failed tries. */
export function LoginsSection(props: { logins: readonly Login[] }) {
  const t = useTexts('account');
  return (
    <section aria-label={t('settings.logins')} className="account-section">
      <h3>{t('settings.logins')}</h3>
      {props.logins.slice(0, SHOWN).map((login, place) => (
        <div className="account-row" key={`${login.at} ${place}`}>
          <span className="account-row-text">
            {t(`settings.outcome.${login.outcome}`)}
            <small>{`${login.device}, ${login.ip}`}</small>
          </span>
          <Moment atMs={login.at} />
        </div>
      ))}
    </section>
  );
}
