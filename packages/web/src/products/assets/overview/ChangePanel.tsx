// How the total changed over one, seven or thirty days: the sum, a line, and where it came from.
// It comes with the overview, at the same prices; another span that is chosen is asked for at once.
import { type AssetsChange, assetsRoutes } from '@isobath/wire';
import { ErrorState, Money, Panel, Percent, Segmented, Skeleton, Sparkline } from '@isobath/ui';
import { useCallback, useEffect, useState } from 'react';
import { browserClient } from '../../../base/client.ts';
import { useNewest } from '../../../base/newest.ts';
import { defineSetting, useSetting } from '../../../base/settings.ts';
import { useTexts } from '../../../base/texts.tsx';
import { useReason } from '../Moves.tsx';
import type { Unit } from './unit.ts';

const spans = ['1', '7', '30'] as const;
type Days = (typeof spans)[number];

/** How many days the panel is about. */
export const spanSetting = defineSetting<Days>('assets.days', '1', (value) =>
  spans.includes(value as Days),
);

/** The change that came with the overview, or until then one asked for by itself. */
function useChange(days: Days, reported: AssetsChange | null) {
  const [requested, setRequested] = useState<AssetsChange | 'failed' | null>(null);
  const begin = useNewest();
  const load = useCallback(async () => {
    const isNewest = begin();
    setRequested(null);
    try {
      const read = await browserClient().call(assetsRoutes.change, { query: { days } });
      if (isNewest()) setRequested(read);
    } catch {
      if (isNewest()) setRequested('failed');
    }
  }, [begin, days]);
  const isReported = String(reported?.days) === days;
  useEffect(() => {
    if (!isReported) void load();
    return () => void begin();
  }, [isReported, load, begin]);
  return { change: isReported ? reported : requested, load };
}

/** The panel. @param told - the change at the same prices as the total beside it. */
export function ChangePanel({ unit, reported }: { unit: Unit; reported: AssetsChange | null }) {
  const t = useTexts('assets');
  const [days, setDays] = useSetting(spanSetting);
  const { change, load } = useChange(days, reported);
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
        {change.gainPercent === '' ? null : (
          <Percent hasArrow standing="own" value={change.gainPercent} />
        )}
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
