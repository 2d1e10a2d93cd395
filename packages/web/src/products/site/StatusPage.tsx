// Is it them or me: the parts with a bar a day from real samples, and the reader's own line
// measured. It asks only for what was measured: nothing is shown from before installation.
import { marketRoutes, siteRoutes } from '@isobath/wire';
import { Banner, Button, EmptyState, StatusDot } from '@isobath/ui';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Route } from './+types/StatusPage';
import { browserClient } from '../../base/client.ts';
import { pageRequest } from '../../base/page-context.ts';
import { useTexts } from '../../base/texts.tsx';
import './site.css';

/** Texts of this page. */
export const handle = { texts: ['site'] } as const;

/** The state as the server knows it. */
export async function loader({ context }: Route.LoaderArgs) {
  const { client } = context.get(pageRequest);
  return client.call(siteRoutes.status);
}

const names = ['engine', 'history', 'market_data', 'database', 'reference'] as const;
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
}

/** A bar for each day since installation, today at the end; the newest stands below in words. */
function Days({ days }: { days: readonly Day[] }) {
  const t = useTexts('site');
  const tell = ({ day, goodPpm }: Day) =>
    t('status.day', { day, percent: (goodPpm / 10_000).toFixed(2) });
  const shown = days.slice(-SLOTS);
  const newest = shown.at(-1);
  return (
    <>
      <ol className="status-days">
        {shown.map((day, place) => (
          <li
            data-level={levelOf(day.goodPpm)}
            key={day.day}
            style={place === 0 ? { gridColumnStart: SLOTS + 1 - shown.length } : undefined}
            title={tell(day)}
          >
            <span className="ui-sr">{tell(day)}</span>
          </li>
        ))}
      </ol>
      {newest === undefined ? null : <p className="status-newest">{tell(newest)}</p>}
    </>
  );
}

/** The status page. */
export default function StatusPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('site');
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
      <LineTest />
    </main>
  );
}
