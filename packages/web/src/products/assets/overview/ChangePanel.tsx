// How the total changed over one, seven or thirty days: the sum, a line, and where it came from.
// Loaded in the browser, anew whenever the total moves or another span is chosen.
import { type AssetsChange, assetsRoutes } from '@isobath/wire';
import { ErrorState, Money, Panel, Percent, Segmented, Skeleton, Sparkline } from '@isobath/ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import { browserClient } from '../../../base/client.ts';
import { useNewest } from '../../../base/newest.ts';
import { defineSetting, useSetting } from '../../../base/settings.ts';
import { useTexts } from '../../../base/texts.tsx';
import { useReason } from '../Moves.tsx';
import type { Since } from '../../../base/use-fresh.ts';
import type { Unit } from './unit.ts';

const spans = ['1', '7', '30'] as const;
const spanSetting = defineSetting<(typeof spans)[number]>('assets.days', '1', (value) =>
  spans.includes(value as (typeof spans)[number]),
);

/** A total that moves with every trade is no reason to add up the past each second. */
const SETTLE_MS = 2_000;

function useChange(days: (typeof spans)[number], stamp: string, since: Since) {
  const [change, setChange] = useState<AssetsChange | 'failed' | null>(null);
  const begin = useNewest();
  const newestSince = useRef(since);
  newestSince.current = since;
  const again = useRef(0);
  const newest = useRef(async () => {});
  const load = useCallback(async () => {
    const isNewest = begin();
    try {
      const query = { days, ...newestSince.current };
      const read = await browserClient().call(assetsRoutes.change, { query });
      if (isNewest()) setChange(read);
    } catch {
      if (!isNewest()) return;
      setChange((before) => before ?? 'failed');
      // What is shown stays, and is asked for again until it is new.
      again.current = window.setTimeout(() => void newest.current(), SETTLE_MS);
    }
  }, [begin, days]);
  useEffect(() => void load(), [load]);
  // Many moves within the time are read once, at its end.
  const waiting = useRef(0);
  newest.current = load;
  const shown = useRef(stamp);
  useEffect(() => {
    if (shown.current === stamp || waiting.current !== 0) return;
    shown.current = stamp;
    waiting.current = window.setTimeout(() => {
      waiting.current = 0;
      void newest.current();
    }, SETTLE_MS);
  }, [stamp]);
  useEffect(
    () => () => {
      begin();
      window.clearTimeout(waiting.current);
      window.clearTimeout(again.current);
    },
    [begin],
  );
  return { change, load };
}

/** The panel. @param stamp - another value reads anew, what is known of the step `since`. */
export function ChangePanel({ unit, stamp, since }: { unit: Unit; stamp: string; since: Since }) {
  const t = useTexts('assets');
  const [days, setDays] = useSetting(spanSetting);
  const { change, load } = useChange(days, stamp, since);
  return (
    <Panel
      isFramed
      isPadded
      title={t('overview.change')}
      tools={
        <Segmented
          label={t('overview.span')}
          onChange={setDays}
          options={spans.map((value) => ({ value, label: t(`overview.span.${value}`) }))}
          size="small"
          value={days}
        />
      }
    >
      {change === null ? <Skeleton height={268} /> : null}
      {change === 'failed' ? (
        <ErrorState onRetry={() => void load()} size="small" title={t('offline')} />
      ) : null}
      {change === null || change === 'failed' ? null : <Shown change={change} unit={unit} />}
    </Panel>
  );
}

function Shown({ change, unit }: { change: AssetsChange; unit: Unit }) {
  const t = useTexts('assets');
  return (
    <div className="overview-change">
      <p className="overview-sum">
        <Money decimals={2} isChange isOwn unit={unit.code} value={unit.show(change.changeUsdt)} />
      </p>
      <p className="overview-gain">
        <span>{t('cost.profit')}</span>
        <Money decimals={2} isChange isOwn unit={unit.code} value={unit.show(change.gainUsdt)} />
        {change.gainPercent === '' ? null : <Percent hasArrow value={change.gainPercent} />}
      </p>
      <div className="overview-line">
        <Sparkline
          heightPx={96}
          label={t('overview.change')}
          values={change.points.map(({ usdt }) => usdt)}
          widthPx={560}
        />
      </div>
      <Reasons reasons={change.reasons} unit={unit} />
    </div>
  );
}

/** Where the change came from, each with a bar against the largest. */
function Reasons({ reasons, unit }: { reasons: AssetsChange['reasons']; unit: Unit }) {
  const t = useTexts('assets');
  const say = useReason();
  const sizeOf = (usdt: string) => Math.abs(Number(usdt));
  const largest = Math.max(...reasons.map(({ usdt }) => sizeOf(usdt)), 0);
  if (largest === 0) return <p className="assets-label">{t('overview.noChange')}</p>;
  return (
    <>
      <h3 className="overview-head">{t('overview.why')}</h3>
      <ul className="overview-reasons">
        {reasons.map(({ reason, usdt }) => (
          <li key={reason}>
            <span>{say(reason)}</span>
            <span aria-hidden="true" className="overview-bar">
              <span
                data-direction={usdt.startsWith('-') ? 'down' : 'up'}
                style={{ inlineSize: `${Math.max(1, (100 * sizeOf(usdt)) / largest)}%` }}
              />
            </span>
            <Money decimals={2} isChange isOwn unit={unit.code} value={unit.show(usdt)} />
          </li>
        ))}
      </ul>
    </>
  );
}
