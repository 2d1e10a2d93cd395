// One person seen whole: profile, identity, level, money, orders, what moved, devices, keys,
// messages, talks with the desk, feedback, and what operators did about them. The server writes
// down each look.
import { useRead } from '@isobath/kit';
import { loadTexts, localeNames } from '@isobath/texts';
import { Amount, Banner, KeyValue, Moment, Panel, Tabs } from '@isobath/ui';
import { personViewRoutes, type UserView } from '@isobath/wire';
import { useState } from 'react';
import { client } from '../../../base/client.ts';
import { LoadedBody, PageHead } from '../../../base/PageBody.tsx';
import { usePermission } from '../../../base/session.ts';
import { readConsoleLocale, useTexts } from '../../../base/texts.tsx';
import { ActionsTable } from '../ActionsTable.tsx';
import { PersonTables, type PersonPart } from './PersonTables.tsx';
import { PersonTools } from './PersonTools.tsx';
import { WithdrawalLocks } from './WithdrawalLocks.tsx';

/** The page of one person. */
export function PersonPage({ ownerId }: { ownerId: string }) {
  const t = useTexts('admin');
  const loaded = useRead(['person', ownerId], async (signal) => {
    const [view] = await Promise.all([
      client.call(personViewRoutes.viewUser, { query: { ownerId }, signal }),
      // Orders and sign-ins are told in the words that the person reads themselves.
      ...(['spot', 'account', 'assets'] as const).map((each) =>
        loadTexts(readConsoleLocale(), each),
      ),
    ]);
    return view;
  });
  return (
    <LoadedBody back={{ path: 'people', label: t('page.people') }} read={loaded}>
      {(view) => <Person onDone={loaded.reload} view={view} />}
    </LoadedBody>
  );
}

function Person(props: { view: UserView; onDone: () => void }) {
  const t = useTexts('admin');
  const { view } = props;
  const canSeeLocks = usePermission('custody.read');
  const [part, setPart] = useState<PersonPart>('balances');
  const parts = [
    ['balances', view.balances.length],
    ['orders', view.openOrders.length],
    ['closedOrders', view.closedOrders.length],
    ['fills', view.fills.length],
    ['moves', view.moves.length],
    ['transfers', view.transfers.length],
    ['sessions', view.sessions.length],
    ['logins', view.logins.length],
    ['keys', view.keys.length],
    ['messages', view.messages.length],
    ['talks', view.talks.length],
    ['feedback', view.feedback.length],
    ['notes', view.notes.length],
    ['acts', view.acts.length],
  ] as const;
  return (
    <>
      <PageHead
        back={{ path: 'people', label: t('page.people') }}
        text={`${t('people.number')} ${view.profile.ownerId}`}
        title={view.profile.email}
        tools={<PersonTools onDone={props.onDone} view={view} />}
      />
      <div className="office-stack">
        {view.frozen === null ? null : (
          <Banner title={t('freeze.isFrozen')} tone="danger">
            {t(`freeze.cause.${view.frozen.cause}`)} · <Moment atMs={view.frozen.at} />
          </Banner>
        )}
        <Profile view={view} />
        {canSeeLocks ? <WithdrawalLocks ownerId={view.profile.ownerId} /> : null}
        <Tabs
          label={t('person.parts')}
          onChange={setPart}
          tabs={parts.map(([value, count]) => ({ value, label: t(`person.${value}`), count }))}
          value={part}
        >
          {part === 'acts' ? (
            <ActionsTable rows={view.acts} />
          ) : (
            <PersonTables part={part} view={view} />
          )}
        </Tabs>
      </div>
    </>
  );
}

const nameLocale = (locale: string): string =>
  localeNames[locale as keyof typeof localeNames] ?? locale;

function Profile({ view }: { view: UserView }) {
  const t = useTexts('admin');
  return (
    <Panel isFramed isPadded title={t('person.profile')}>
      <KeyValue
        facts={[
          { key: 'nickname', label: t('people.nickname'), value: view.profile.nickname },
          {
            key: 'identity',
            label: t('person.identity'),
            value: t(`person.identity.${view.identity.level}`),
          },
          { key: 'vip', label: 'VIP', value: <VipStanding view={view} /> },
          {
            key: 'factor',
            label: t('people.factor'),
            value: view.profile.hasTotp ? t('yes') : t('no'),
          },
          { key: 'passkeys', label: t('person.passkeys'), value: view.profile.passkeysCount },
          { key: 'locale', label: t('language'), value: nameLocale(view.profile.locale) },
          {
            key: 'since',
            label: t('people.since'),
            value: <Moment atMs={view.profile.createdAt} />,
          },
        ]}
        isColumns
      />
    </Panel>
  );
}

/** The level, what was traded for it, and what keeps it where it is. */
function VipStanding({ view }: { view: UserView }) {
  const t = useTexts('admin');
  const { vip, profile } = view;
  return (
    <>
      {profile.vipLevel} · {t('person.vip.volume', { days: vip.days })}{' '}
      <Amount unit="USDT" value={vip.volumeUsdt} />
      {vip.isByHand ? ` · ${t('person.vip.byHand')}` : null}
      {vip.heldUntil === 0 ? null : (
        <>
          {` · ${t('person.vip.held')} `}
          <Moment atMs={vip.heldUntil} form="date" />
        </>
      )}
    </>
  );
}
