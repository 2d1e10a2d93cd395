// Bring your bot: the exact host settings for programs that speak the trading API already, and the
// few rules everybody needs. Not here: the calls (ReferencePage.tsx).
import { Amount } from '@isobath/ui';
import { siteRoutes } from '@isobath/wire';
import { Link } from 'react-router';
import type { Route } from './+types/GuidePage';
import { pageRequest } from '../../../base/page-context.ts';
import { useTexts } from '../../../base/texts.tsx';
import { CodeBlock, CodeTabs } from './CodeSamples.tsx';
import { listRefusals, type ReferenceDocument, type ReferenceRefusal } from './reference.ts';
import { socketTexts, writeSettings } from './settings.ts';
import { RefusalTable } from './RefusalTable.tsx';
import { SearchForm } from './SearchForm.tsx';
import './reference.css';

/** Texts of this page. */
export const handle = { texts: ['docs'] } as const;

/** Where this installation is reached, and what the trading API can refuse. */
export async function loader({ context }: Route.LoaderArgs) {
  const { client, origin } = context.get(pageRequest);
  const document = (await client.call(siteRoutes.openapi)) as unknown as ReferenceDocument;
  return { origin, refusals: listRefusals(document), limits: document['x-limits'] };
}

const programs = ['ccxt', 'official', 'hummingbot', 'freqtrade'] as const;
const sockets = ['streams', 'book', 'account', 'socketApi'] as const;
const sections = [
  'start',
  ...programs,
  'signing',
  'limits',
  ...sockets,
  'unknown',
  'differs',
  'errors',
  'changes',
] as const;

/** What was changed for programs and on which day, newest first. */
const changes = [
  ['change16', '2026-11-28'],
  ['change15', '2026-11-27'],
  ['change14', '2026-11-26'],
  ['change13', '2026-11-24'],
  ['change12', '2026-11-23'],
  ['change11', '2026-11-23'],
  ['change10', '2026-11-23'],
  ['change9', '2026-11-23'],
  ['change8', '2026-11-23'],
  ['change7', '2026-11-22'],
  ['change6', '2026-11-22'],
  ['change5', '2026-11-22'],
  ['change4', '2026-11-22'],
  ['change3', '2026-11-21'],
  ['change2', '2026-11-21'],
  ['change1', '2026-11-21'],
] as const;

/** What is otherwise here than programs know it. */
const differences = ['keys', 'orders', 'market', 'trades', 'names', 'cancel', 'archive'] as const;

function Rule(props: { name: 'signing' | 'unknown' }) {
  const t = useTexts('docs');
  return (
    <section>
      <h2 id={props.name}>{t(`guide.${props.name}`)}</h2>
      <p>{t(`guide.${props.name}Text`)}</p>
    </section>
  );
}

function Limits(props: { limits: Readonly<Record<string, number>> }) {
  const t = useTexts('docs');
  return (
    <section>
      <h2 id="limits">{t('guide.limits')}</h2>
      <p>{t('guide.limitsText')}</p>
      <div className="reference-scroll">
        <table>
          <thead>
            <tr>
              <th>{t('column.what')}</th>
              <th className="reference-number">{t('column.limit')}</th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(props.limits).map(([name, most]) => (
              <tr key={name}>
                <td>{t(`limit.${name}` as 'limit.weight')}</td>
                <td className="reference-number">
                  <Amount value={String(most)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Differences() {
  const t = useTexts('docs');
  return (
    <section>
      <h2 id="differs">{t('guide.differs')}</h2>
      <p>{t('guide.differsText')}</p>
      <ul>
        {differences.map((name) => (
          <li key={name}>{t(`differ.${name}`)}</li>
        ))}
      </ul>
    </section>
  );
}

function Errors(props: { refusals: readonly ReferenceRefusal[] }) {
  const t = useTexts('docs');
  return (
    <section>
      <h2 id="errors">{t('guide.errors')}</h2>
      <p>{t('guide.errorsText')}</p>
      <RefusalTable refusals={props.refusals} />
    </section>
  );
}

/** The guide. */
export default function GuidePage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('docs');
  const settings = writeSettings(loaderData.origin);
  return (
    <main className="reference-page">
      <header className="reference-head">
        <h1>{t('guide.title')}</h1>
        <p>{t('guide.lead')}</p>
        <p className="reference-links">
          <Link to="../apiDocument">{t('reference.title')}</Link>
          <a href="/openapi.json">{t('reference.machine')}</a>
        </p>
        <SearchForm action="../apiDocument" query="" />
      </header>
      <div className="reference-body">
        <nav aria-label={t('guide.contents')} className="reference-list reference-contents">
          <ul>
            {sections.map((name) => (
              <li key={name}>
                <a href={`#${name}`}>{t(`guide.${name}`)}</a>
              </li>
            ))}
          </ul>
        </nav>
        <article className="reference-call">
          <h2 id="start">{t('guide.start')}</h2>
          <ol>
            <li>
              <Link to="../user/apiSetting">{t('guide.step1')}</Link>
            </li>
            <li>{t('guide.step2')}</li>
            <li>{t('guide.step3')}</li>
          </ol>
          {programs.map((name) => (
            <section key={name}>
              <h2 id={name}>{t(`guide.${name}`)}</h2>
              <p>{t(`guide.${name}Text`)}</p>
              <CodeTabs label={t(`guide.${name}`)} texts={settings[name]} />
            </section>
          ))}
          <Rule name="signing" />
          <Limits limits={loaderData.limits} />
          {sockets.map((name) => (
            <section key={name}>
              <h2 id={name}>{t(`guide.${name}`)}</h2>
              <p>{t(`guide.${name}Text`)}</p>
              <CodeBlock text={socketTexts[name]} />
            </section>
          ))}
          <Rule name="unknown" />
          <Differences />
          <Errors refusals={loaderData.refusals} />
          <h2 id="changes">{t('guide.changes')}</h2>
          <ul>
            {changes.map(([name, day]) => (
              <li key={name}>
                <time className="ui-number" dateTime={day}>
                  {day}
                </time>{' '}
                {t(`guide.${name}`)}
              </li>
            ))}
          </ul>
        </article>
      </div>
    </main>
  );
}
