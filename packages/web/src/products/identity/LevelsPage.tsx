// The levels of identity: what each asks for and opens, where the person stands, and what to do
// next. Not the forms (VerifyPage.tsx). Listed in products.ts.
import {
  Banner,
  BadgeCheck,
  Button,
  Delta,
  KeyValue,
  Money,
  Moment,
  Tag,
  type Tone,
} from '@isobath/ui';
import { useCallback } from 'react';
import { useLoaderData, useSearchParams } from 'react-router';
import type { Client } from '@isobath/sdk';
import type { IdentityItem } from '@isobath/wire';
import type { Route } from './+types/LevelsPage';
import { ButtonLink } from '../../base/ButtonLink.tsx';
import { IdentityTag } from '../../base/person/PersonMarks.tsx';
import { clientOfPerson } from '../../base/signed-in.ts';
import { addWayBack, readWayBack } from '../../base/identity-way.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { useFresh } from '../../base/use-fresh.ts';
import { Rights } from './Rights.tsx';
import {
  canStart,
  type Level,
  type LevelState,
  loadStanding,
  type Refusal,
  type Standing,
  starts,
} from './standing.ts';
import { nameAsked, useSupplement } from './use-supplement.ts';
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
  draft: 'warn',
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
  const { rights, levels, refusals } = standing;
  return (
    <main className="identity-page">
      <header className="identity-head">
        <div>
          <h1 className="identity-title">{shell('link.identity')}</h1>
          <p className="identity-lead">{t('lead')}</p>
        </div>
        <div className="identity-head-side">
          <IdentityTag level={rights.identityLevel} />
          <WayBack />
        </div>
      </header>
      <Notice levels={levels} />
      <div className="identity-levels">
        {levels.map((level) => (
          <LevelCard
            before={rights.dailyWithdrawLimitUsdt}
            key={level.type}
            level={level}
            refusal={refusals.find(({ type }) => type === level.type)}
          />
        ))}
      </div>
      <Rights levels={levels} own={rights.identityLevel} />
    </main>
  );
}

/** What stands first: a request for more, or a check under way. */
function Notice({ levels }: Pick<Standing, 'levels'>) {
  const t = useTexts('identity');
  const { data: supplement } = useSupplement();
  if (supplement !== null && supplement.items.length > 0) {
    return (
      <Banner
        actions={<FormLink query="?source=supplement">{t('answer')}</FormLink>}
        title={t('asked.title')}
        tone={supplement.isDue ? 'danger' : 'warn'}
      >
        <p>
          {t(nameAsked(supplement))} <Moment atMs={supplement.dueAtMs} />
        </p>
        <ItemList items={supplement.items} />
      </Banner>
    );
  }
  const waiting = levels.find(({ state }) => state === 'waiting');
  if (waiting === undefined) return null;
  return (
    <Banner title={t('waiting.title')}>
      <p>
        {t('waiting.text')} <Moment atMs={waiting.askedAtMs} />
      </p>
    </Banner>
  );
}

/** What is to be changed before a level is asked for again. */
function RefusalNote({ refusal }: { refusal: Refusal }) {
  const t = useTexts('identity');
  return (
    <Banner title={t('refused.title')} tone="danger">
      <p>{t('refused.text')}</p>
      <ItemList items={refusal.items} />
      <ul className="identity-reasons">
        {refusal.reasonCodes.map((reason) => (
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

/** One level: what it changes, what it needs, why it was refused, and the way to it. */
function LevelCard(props: { level: Level; before: string; refusal: Refusal | undefined }) {
  const t = useTexts('identity');
  const { before, refusal } = props;
  const { type, state, limit } = props.level;
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
      {refusal === undefined ? null : <RefusalNote refusal={refusal} />}
      {canStart(state) ? <StartLink state={state} type={type} /> : null}
    </section>
  );
}

/** To a form, as a document of its own: only there the camera is allowed. */
function FormLink({ query, children }: { query: string; children: string }) {
  const locale = useLocale();
  const [search] = useSearchParams();
  const to = addWayBack(`/${locale}/personVerified/${query}`, readWayBack(search));
  return (
    <Button render={<a href={to}>{children}</a>} size="small" variant="primary">
      {children}
    </Button>
  );
}

/** Back to what was refused for want of a level. */
function WayBack() {
  const t = useTexts('identity');
  const [search] = useSearchParams();
  const to = readWayBack(search);
  if (to === null) return null;
  return (
    <ButtonLink size="small" to={to} variant="quiet">
      {t('wayBack')}
    </ButtonLink>
  );
}

function StartLink({ type, state }: { type: Level['type']; state: keyof typeof starts }) {
  const t = useTexts('identity');
  const query = { 1: '', 2: '?level=advanced', 3: '?level=company' }[type];
  return <FormLink query={query}>{t(starts[state])}</FormLink>;
}
