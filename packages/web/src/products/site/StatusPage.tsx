// Is it them or me: the parts with a bar a day from real samples, and the reader's own line
// measured. It asks only for what was measured: nothing is shown from before installation.
import { languageTagOf } from '@isobath/texts';
import { marketRoutes, siteRoutes } from '@isobath/wire';
import { Banner, Button, EmptyState, formatMoment, StatusDot } from '@isobath/ui';
import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import type { Route } from './+types/StatusPage';
import { browserClient } from '../../base/client.ts';
import { pageRequest } from '../../base/page-context.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import './site.css';

/** Texts of this page. */
export const handle = { texts: ['site'] } as const;

/** The state as the server knows it. */
export async function loader({ context }: Route.LoaderArgs) {
  const { client } = context.get(pageRequest);
  return client.call(siteRoutes.status);
}

const names = ['engine', 'market_data', 'history', 'database', 'api', 'reference'] as const;
const closedNames = ['register', 'transfer', 'spot', 'api'] as const;
const tones = { ok: 'good', degraded: 'warn', down: 'bad' } as const;
const GOOD_PPM = 999_000;
/** Days that have a place; as many columns stand in site.css. */
const SLOTS = 90;

function levelOf(goodPpm: number): 'good' | 'fair' | 'poor' {
  if (goodPpm >= GOOD_PPM) return 'good';
  return goodPpm >= 950_000 ? 'fair' : 'poor';
}

/** Round trip of one small call, in milliseconds, and how far this clock is off. */
function LineTest() {
  const t = useTexts('site');
  const [result, setResult] = useState<{ tripMs: number; offsetMs: number } | null>(null);
  const [isRunning, setRunning] = useState(false);
  const measure = async () => {
    setRunning(true);
    try {
      const sentMs = Date.now();
      const startedMs = performance.now();
      const { now } = await browserClient().call(siteRoutes.status);
      const tripMs = performance.now() - startedMs;
      setResult({
        tripMs: Math.round(tripMs),
        offsetMs: Math.round(now - (sentMs + tripMs / 2)),
      });
      await browserClient().call(marketRoutes.tickers);
    } catch {
      setResult(null);
    }
    setRunning(false);
  };
  return (
    <section className="status-line">
      <Button isPending={isRunning} onClick={() => void measure()}>
        {t('status.measure')}
      </Button>
      <output>
        {result === null
          ? t('status.measureText')
          : t('status.measured', { trip: result.tripMs, offset: result.offsetMs })}
      </output>
    </section>
  );
}

interface Day {
  readonly day: string;
  readonly goodPpm: number;
  readonly samples: number;
  readonly missed: number;
}

const MINUTE_MS = 60_000;

/** Share of a day that may go unmeasured before its bar shows it. */
const MISSED_SHARE = 0.01;

/** A bar for each day since installation, today at the end; the newest stands below in words. */
function Days({ days }: { days: readonly Day[] }) {
  const t = useTexts('site');
  const locale = languageTagOf(useLocale());
  const percent = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  const report = ({ day: name, goodPpm, samples, missed }: Day) => {
    // A day of the server: in UTC wherever the reader is.
    const day = formatMoment(Date.parse(name), { locale, form: 'date', timeZone: 'UTC' });
    if (samples === 0) return t('status.dayWithout', { day });
    const said = t('status.day', { day, percent: percent.format(goodPpm / 10_000) });
    return missed === 0 ? said : `${said}; ${t('status.missed', { minutes: missed })}`;
  };
  const shown = days.slice(-SLOTS);
  const newest = shown.at(-1);
  return (
    <>
      <ol className="status-days">
        {shown.map((day, place) => (
          <li
            data-gap={day.missed > (day.samples + day.missed) * MISSED_SHARE ? '' : undefined}
            data-level={day.samples === 0 ? 'none' : levelOf(day.goodPpm)}
            key={day.day}
            style={place === 0 ? { gridColumnStart: SLOTS + 1 - shown.length } : undefined}
            title={report(day)}
          >
            <span className="ui-sr">{report(day)}</span>
          </li>
        ))}
      </ol>
      {newest === undefined ? null : <p className="status-newest">{report(newest)}</p>}
    </>
  );
}

/** What was not well, newest first; or the line that nothing was. */
function Incidents(props: {
  incidents: readonly { part: string; from: number; to: number }[];
  since: number;
  now: number;
}) {
  const t = useTexts('site');
  const locale = useLocale();
  const time = new Intl.DateTimeFormat(languageTagOf(locale), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  const day = new Intl.DateTimeFormat(languageTagOf(locale), {
    dateStyle: 'medium',
    timeZone: 'UTC',
  });
  const isWhole = props.now - props.since >= SLOTS * 24 * 60 * MINUTE_MS;
  return (
    <section className="status-part">
      <h2>{t('status.incidents')}</h2>
      {props.incidents.length === 0 ? (
        <p className="status-calm">
          {isWhole
            ? t('status.noIncident')
            : t('status.noIncidentSince', { day: day.format(props.since) })}
        </p>
      ) : (
        <ul className="status-incidents">
          {props.incidents.map(({ part, from, to }) => {
            const known = names.find((name) => name === part);
            return (
              <li key={`${part} ${from}`}>
                <strong>{known === undefined ? t('status.unmeasured') : t(`part.${known}`)}</strong>
                <span>{`${time.format(from)} UTC`}</span>
                <span>
                  {t('status.lasted', {
                    minutes: Math.max(1, Math.round((to - from) / MINUTE_MS)),
                  })}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

/** The status page. */
export default function StatusPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('site');
  const locale = useLocale();
  const { revalidate } = useRevalidator();
  const isNormal = loaderData.mode === 'normal';
  return (
    <main className="status-page">
      <h1 className="status-title">{t('status.title')}</h1>
      <Banner tone={isNormal ? 'info' : 'warn'}>
        {isNormal
          ? t('status.normal')
          : t('status.notNormal', { mode: loaderData.mode, reason: loaderData.reason })}
      </Banner>
      {closedNames
        .filter((name) => loaderData.closed.includes(name))
        .map((name) => (
          <Banner key={name} tone="warn">
            {t(`closed.${name}`)}
          </Banner>
        ))}
      {loaderData.parts.map((part) => {
        const known = names.find((name) => name === part.name);
        return (
          <section className="status-part" key={part.name}>
            <header>
              <h2>{known === undefined ? part.name : t(`part.${known}`)}</h2>
              <StatusDot tone={tones[part.state]}>{t(`state.${part.state}`)}</StatusDot>
            </header>
            {part.days.length === 0 ? (
              <EmptyState
                actions={<Button onClick={() => void revalidate()}>{t('status.look')}</Button>}
                size="small"
                title={t('status.noSamples')}
              />
            ) : (
              <Days days={part.days} />
            )}
          </section>
        );
      })}
      <Incidents incidents={loaderData.incidents} now={loaderData.now} since={loaderData.since} />
      <LineTest />
      <p className="status-calm">
        <Link className="ui-link" to={`/${locale}/proofOfReserves`}>
          {t('status.reserves')}
        </Link>
      </p>
    </main>
  );
}
