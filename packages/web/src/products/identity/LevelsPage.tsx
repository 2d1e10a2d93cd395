// The levels of identity: what each asks for and opens, where the person stands, and what to do
// next. Not the forms (VerifyPage.tsx). Listed in products.ts.
import { Banner, BadgeCheck, Delta, KeyValue, Money, Moment, Tag, type Tone } from '@isobath/ui';
import { useCallback } from 'react';
import { useLoaderData } from 'react-router';
import type { Client } from '@isobath/sdk';
import type { IdentityItem } from '@isobath/wire';
import type { Route } from './+types/LevelsPage';
import { ButtonLink } from '../../base/ButtonLink.tsx';
import { IdentityTag } from '../../base/person/PersonMarks.tsx';
import { clientOfPerson } from '../../base/signed-in.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { useFresh } from '../../base/use-fresh.ts';
import { Rights } from './Rights.tsx';
import { type Level, type LevelState, loadStanding, type Standing } from './standing.ts';
import { useSupplement } from './use-supplement.ts';
import './identity.css';

/** Texts of this page. */
export const handle = { texts: ['identity', 'kit'] } as const;

/** Not for search engines: it is one's own. */
export function meta() {
  return [{ name: 'robots', content: 'noindex' }];
}

/** Where the person stands; a guest is sent to sign in. */
export async function loader(args: Route.LoaderArgs) {
  return loadStanding(clientOfPerson(args));
}

const tones: Readonly<Record<LevelState, Tone>> = {
  none: 'outline',
  waiting: 'warn',
  passed: 'info',
  refused: 'danger',
  locked: 'outline',
  closed: 'outline',
};

/** The page. */
export default function LevelsPage() {
  const t = useTexts('identity');
  const shell = useTexts('shell');
  const load = useCallback((client: Client) => loadStanding(client), []);
  const { data: standing } = useFresh(useLoaderData<typeof loader>(), load);
  const { rights, levels } = standing;
  return (
    <main className="identity-page">
      <header className="identity-head">
        <div>
          <h1 className="identity-title">{shell('link.identity')}</h1>
          <p className="identity-lead">{t('lead')}</p>
        </div>
        <IdentityTag level={rights.identityLevel} />
      </header>
      <Notice standing={standing} />
      <div className="identity-levels">
        {levels.map((level) => (
          <LevelCard before={rights.dailyWithdrawLimitUsdt} key={level.type} level={level} />
        ))}
      </div>
      <Rights levels={levels} own={rights.identityLevel} />
    </main>
  );
}

/** What stands first: a request for more, a check under way, or what a refusal names. */
function Notice({ standing }: { standing: Standing }) {
  const t = useTexts('identity');
  const locale = useLocale();
  const { levels, result } = standing;
  const { data: supplement } = useSupplement();
  if (supplement !== null && supplement.items.length > 0) {
    return (
      <Banner
        actions={
          <ButtonLink
            size="small"
            to={`/${locale}/personVerified/?source=supplement`}
            variant="primary"
          >
            {t('answer')}
          </ButtonLink>
        }
        title={t('asked.title')}
        tone={supplement.isDue ? 'danger' : 'warn'}
      >
        <p>
          {t(supplement.isDue ? 'asked.over' : 'asked.text')} <Moment atMs={supplement.dueAtMs} />
        </p>
        <ItemList items={supplement.items} />
      </Banner>
    );
  }
  const waiting = levels.find(({ state }) => state === 'waiting');
  if (waiting !== undefined) {
    return (
      <Banner title={t('waiting.title')}>
        <p>
          {t('waiting.text')} <Moment atMs={waiting.askedAtMs} />
        </p>
      </Banner>
    );
  }
  const refused = levels.find(({ type, state }) => type === result.type && state === 'refused');
  if (refused === undefined) return null;
  return (
    <Banner
      actions={<StartLink isAgain type={refused.type} />}
      title={t('refused.title')}
      tone="danger"
    >
      <p>{t('refused.text')}</p>
      <ItemList items={result.items} />
      <ul className="identity-reasons">
        {result.reasonCodes.map((reason) => (
          <li key={reason}>{t(`reason.${reason}`)}</li>
        ))}
      </ul>
    </Banner>
  );
}

function ItemList({ items }: { items: readonly IdentityItem[] }) {
  const t = useTexts('identity');
  return (
    <ul className="identity-items">
      {items.map((item) => (
        <li key={item}>
          <Tag tone="outline">{t(`item.${item}`)}</Tag>
        </li>
      ))}
    </ul>
  );
}

/** One level: what it changes, what it needs, and the way to it. */
function LevelCard({ level, before }: { level: Level; before: string }) {
  const t = useTexts('identity');
  const { type, state, limit } = level;
  const money = (value: string) => <Money decimals={0} unit="USDT" value={value} />;
  const isAhead = state !== 'passed';
  return (
    <section aria-labelledby={`level-${type}`} className="identity-level" data-state={state}>
      <div className="identity-level-head">
        <h2 id={`level-${type}`}>{t(`level.${type}`)}</h2>
        <Tag
          icon={state === 'passed' ? <BadgeCheck aria-hidden="true" /> : null}
          tone={tones[state]}
        >
          {t(`state.${state}`)}
        </Tag>
      </div>
      <KeyValue
        facts={[
          {
            key: 'limit',
            label: t('limit'),
            value: (
              <Delta
                after={money(limit)}
                before={money(isAhead ? before : limit)}
                isSame={!isAhead}
              />
            ),
          },
          { key: 'needs', label: t('needs'), value: t(`needs.${type}`) },
          { key: 'time', label: t('time'), value: t(`time.${type}`) },
        ]}
      />
      {state === 'none' && type !== 3 ? <StartLink isAgain={false} type={type} /> : null}
    </section>
  );
}

function StartLink({ type, isAgain }: { type: Level['type']; isAgain: boolean }) {
  const t = useTexts('identity');
  const locale = useLocale();
  const query = type === 2 ? '?level=advanced' : '';
  return (
    <ButtonLink size="small" to={`/${locale}/personVerified/${query}`} variant="primary">
      {t(isAgain ? 'again' : 'start')}
    </ButtonLink>
  );
}
