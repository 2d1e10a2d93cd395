// A person at a glance: face, number and marks; what protects the account and the next step;
// limits; devices that are signed in; the latest log-ins. Changing anything is in the settings.
import type { Client } from '@isobath/sdk';
import {
  accountRoutes,
  assetsRoutes,
  configurationRoutes,
  type RouteAnswer,
  type SessionAnswer,
  userRoutes,
} from '@isobath/wire';
import { CopyField, Moment, Money, Panel, Portrait, RelativeTime } from '@isobath/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Route } from './+types/OverviewPage';
import { ButtonLink } from '../../../base/ButtonLink.tsx';
import { IdentityTag, VipTag } from '../../../base/person/PersonMarks.tsx';
import { clientOfPerson } from '../../../base/signed-in.ts';
import { Soon } from '../../../base/Soon.tsx';
import { useLocale, useTexts } from '../../../base/texts.tsx';
import { type Since, useFresh } from '../../../base/use-fresh.ts';
import { DeviceList } from './DeviceList.tsx';
import { SafetyPanel } from './SafetyPanel.tsx';
import '../account.css';
import './overview.css';

/** Texts of this page. */
export const handle = { texts: ['account'] } as const;

/** Title. */
export function meta() {
  return [{ name: 'robots', content: 'noindex' }];
}

/** What the panels show; a guest is sent to sign in. */
export async function loader(args: Route.LoaderArgs) {
  const client = clientOfPerson(args);
  const [session, status, sessions, logins, identity, assets] = await Promise.all([
    client.call(accountRoutes.session),
    client.call(userRoutes.bizStatus),
    client.call(accountRoutes.sessions),
    client.call(accountRoutes.logins),
    client.call(configurationRoutes.identityConfig),
    loadWorth(client, {}),
  ]);
  return { session, status, sessions, logins, levels: identity.levels, assets };
}

const loadWorth = (client: Client, query: Since) => client.call(assetsRoutes.overview, { query });

/** The page. */
export default function OverviewPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('account');
  const locale = useLocale();
  const { session, status, sessions, logins, levels, assets } = loaderData;
  const { totalUsdt } = useFresh(assets, loadWorth).data;
  if (session === null) return null;
  const settings = `/${locale}/user/personSetting`;
  return (
    <main className="person">
      <PersonHead session={session} />
      <div className="person-panels">
        <SafetyPanel status={status} />
        <Panel
          isFramed
          isPadded
          title={t('overview.assets')}
          tools={<Link to={`/${locale}/assetManagement/overView`}>{t('overview.details')}</Link>}
        >
          <p className="person-sum">
            <Money decimals={2} isOwn standing="own" unit="USDT" value={totalUsdt || null} />
          </p>
          <Limits levels={levels} status={status} />
        </Panel>
        <Panel
          isFramed
          title={t('settings.devices')}
          tools={<Link to={`${settings}#devices`}>{t('overview.details')}</Link>}
        >
          <DeviceList sessions={sessions} />
        </Panel>
        <Panel
          isFramed
          title={t('settings.logins')}
          tools={<Link to={`${settings}#devices`}>{t('overview.details')}</Link>}
        >
          <Logins logins={logins} />
        </Panel>
      </div>
    </main>
  );
}

function PersonHead({ session }: { session: SessionAnswer }) {
  const t = useTexts('account');
  const shell = useTexts('shell');
  const locale = useLocale();
  return (
    <section aria-label={shell('link.userOverview')} className="person-head">
      <Portrait isOwn seed={session.fid} size={88} src={session.photo} />
      <div className="person-names">
        <h1 className="person-nickname">{session.fnickname || session.email}</h1>
        <p className="person-facts">
          <span className="person-number">
            {shell('user.uid')}
            <CopyField label={shell('user.uid')} value={String(session.fid)} />
          </span>
          <span>
            {t('overview.since')} <Moment atMs={session.createdAt} form="date" />
          </span>
        </p>
        <p className="person-marks">
          <VipTag session={session} />
          <Link to={`/${locale}/verifiedIndex`}>
            <IdentityTag level={session.identityLevel} />
            <Soon to={`/${locale}/verifiedIndex`} />
          </Link>
        </p>
      </div>
      <ButtonLink to={`/${locale}/user/personSetting`} variant="quiet">
        {shell('link.settings')}
      </ButtonLink>
    </section>
  );
}

type Status = RouteAnswer<typeof userRoutes.bizStatus>;
type Level = RouteAnswer<typeof configurationRoutes.identityConfig>['levels'][number];

function Limits({ status, levels }: { status: Status; levels: readonly Level[] }) {
  const t = useTexts('account');
  const locale = useLocale();
  const reached =
    status.identityStatus === 1
      ? levels.find(({ identityType }) => identityType === status.identityType)
      : undefined;
  return (
    <dl className="person-limits">
      <Fact label={t('overview.withdrawals')}>
        {reached === undefined ? (
          <Link to={`/${locale}/verifiedIndex`}>
            {t('overview.verifyFirst')}
            <Soon to={`/${locale}/verifiedIndex`} />
          </Link>
        ) : (
          <Money decimals={0} unit="USDT" value={reached.dailyWithdrawLimitUsdt} />
        )}
      </Fact>
      <Fact label={t('settings.vip')}>
        <Link to={`/${locale}/rateStandard`}>{status.vipLevel}</Link>
      </Fact>
    </dl>
  );
}

function Fact(props: { label: string; children: ReactNode }) {
  return (
    <div className="account-row">
      <dt>{props.label}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}

const LOGINS_SHOWN = 5;

function Logins({ logins }: { logins: RouteAnswer<typeof accountRoutes.logins> }) {
  const t = useTexts('account');
  return (
    <ul className="person-list">
      {logins.slice(0, LOGINS_SHOWN).map((login, place) => (
        <li className="account-row" key={`${login.at} ${place}`}>
          <span className="account-row-text">
            {t(`settings.outcome.${login.outcome}`)}
            <small>{`${login.device}, ${login.ip}`}</small>
          </span>
          <RelativeTime atMs={login.at} className="person-time" />
        </li>
      ))}
    </ul>
  );
}
