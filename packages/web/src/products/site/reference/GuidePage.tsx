// Bring your bot: the exact host settings for programs that speak the trading API already, and the
// few rules everybody needs. Not here: the calls (ReferencePage.tsx).
import { Link } from 'react-router';
import type { Route } from './+types/GuidePage';
import { pageRequest } from '../../../base/page-context.ts';
import { useTexts } from '../../../base/texts.tsx';
import { CodeBlock } from './CodeSamples.tsx';
import { writeSettings } from './settings.ts';
import './reference.css';

/** Texts of this page. */
export const handle = { texts: ['docs'] } as const;

/** Title. */
export function meta() {
  return [{ title: 'API guide - Isobath' }];
}

/** Where this installation is reached. */
export function loader({ context }: Route.LoaderArgs) {
  return { origin: context.get(pageRequest).origin };
}

const programs = ['ccxt', 'official', 'hummingbot', 'freqtrade'] as const;
const rules = ['signing', 'limits', 'unknown'] as const;
const sections = ['start', ...programs, ...rules, 'changes'] as const;

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
      </header>
      <div className="reference-body">
        <nav aria-label={t('guide.contents')} className="reference-list">
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
            <li>{t('guide.step1')}</li>
            <li>{t('guide.step2')}</li>
            <li>{t('guide.step3')}</li>
          </ol>
          {programs.map((name) => (
            <section key={name}>
              <h2 id={name}>{t(`guide.${name}`)}</h2>
              <p>{t(`guide.${name}Text`)}</p>
              <CodeBlock text={settings[name]} />
            </section>
          ))}
          {rules.map((name) => (
            <section key={name}>
              <h2 id={name}>{t(`guide.${name}`)}</h2>
              <p>{t(`guide.${name}Text`)}</p>
            </section>
          ))}
          <h2 id="changes">{t('guide.changes')}</h2>
          <ul>
            <li>{t('guide.change2')}</li>
            <li>{t('guide.change1')}</li>
          </ul>
        </article>
      </div>
    </main>
  );
}
