// What protects the account, what does not yet, and one next step.
import type { RouteAnswer, userRoutes } from '@isobath/wire';
import { Check, Minus, Panel, ProgressRing } from '@isobath/ui';
import { ButtonLink } from '../../../base/ButtonLink.tsx';
import { useLocale, useTexts } from '../../../base/texts.tsx';

const protections = ['password', 'totp', 'passkey', 'word'] as const;
type Protection = (typeof protections)[number];

/** Words of a protection, and where it is set up. */
const WORDS = {
  password: 'settings.password',
  totp: 'settings.totp',
  passkey: 'settings.passkeys',
  word: 'settings.word',
} as const;

/** The panel. */
export function SafetyPanel(props: { status: RouteAnswer<typeof userRoutes.bizStatus> }) {
  const t = useTexts('account');
  const locale = useLocale();
  const { hasTotp, hasPasskey, hasAntiPhishingCode } = props.status;
  const isOn: Readonly<Record<Protection, boolean>> = {
    password: true,
    totp: hasTotp,
    passkey: hasPasskey,
    word: hasAntiPhishingCode,
  };
  const done = protections.filter((each) => isOn[each]).length;
  const next = protections.find((each) => !isOn[each]);
  const words = t('overview.safetyCount', { done, all: protections.length });
  return (
    <Panel isFramed isPadded title={t('overview.safety')}>
      <div className="person-safety">
        <ProgressRing label={words} share={done / protections.length} size={72}>
          {`${done}/${protections.length}`}
        </ProgressRing>
        <ul className="person-protections">
          {protections.map((each) => (
            <li data-on={isOn[each] ? '' : undefined} key={each}>
              {isOn[each] ? <Check aria-hidden="true" /> : <Minus aria-hidden="true" />}
              {t(WORDS[each])}
              <span className="ui-sr">{t(isOn[each] ? 'overview.on' : 'overview.off')}</span>
            </li>
          ))}
        </ul>
      </div>
      {next === undefined ? (
        <p className="account-note">{t('overview.allOn')}</p>
      ) : (
        <ButtonLink to={`/${locale}/user/personSetting#security`} variant="primary">
          {`${t('settings.setUp')}: ${t(WORDS[next])}`}
        </ButtonLink>
      )}
    </Panel>
  );
}
