// The foot of the page: how the connection is, how far the clocks are apart, which exchange this
// is. A press on it says more.
import { formatAmount, joinParts, KeyValue, Popover, StatusDot } from '@isobath/ui';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { browserLive, useLiveState } from '../../../base/live.ts';
import { useRootData } from '../../../base/session.ts';
import { useLocale, useTexts } from '../../../base/texts.tsx';
import { useSetting } from '../../../base/settings.ts';
import { disarm, useArmed } from '../keys/armed.ts';
import { confirmSetting, largeSetting } from '../../../base/trade/confirm.ts';
import { useLanguageTag } from './use-language-tag.ts';

const tones = { live: 'good', connecting: 'unknown', stale: 'warn', offline: 'bad' } as const;
const everyMs = 2000;
/** From here on a clock is wrong, not merely read late. */
const clockWrongMs = 1000;

/** How quick the line is and how far the clocks are apart, as of now and then. */
function useLine(): { lagMs: number; clockOffsetMs: number | null; ageMs: number } {
  const [line, setLine] = useState(() => browserLive().readState());
  useEffect(() => {
    const timer = setInterval(() => setLine(browserLive().readState()), everyMs);
    return () => clearInterval(timer);
  }, []);
  return line;
}

/** Connection, round trip, age of the data and clock, each in words. */
function LineDetails() {
  const t = useTexts('spot');
  const shell = useTexts('shell');
  const locale = useLocale();
  const state = useLiveState();
  const { lagMs, ageMs, clockOffsetMs } = useLine();
  const clock = (): ReactNode => {
    if (clockOffsetMs === null) return '--';
    const ms = String(Math.abs(clockOffsetMs));
    if (clockOffsetMs === 0) return t('foot.clockRight');
    return t(clockOffsetMs > 0 ? 'foot.clockAhead' : 'foot.clockBehind', { ms });
  };
  const facts = [
    { key: 'line', label: t('foot.line'), value: t(`live.${state}`) },
    { key: 'trip', label: t('foot.trip'), value: lagMs > 0 ? t('live.lag', { ms: lagMs }) : '--' },
    { key: 'age', label: t('foot.heard'), value: t('foot.ago', { s: Math.floor(ageMs / 1000) }) },
    { key: 'clock', label: t('foot.clock'), value: clock() },
  ];
  return (
    <div className="foot-details">
      <KeyValue facts={facts} />
      <Link className="ui-link" to={`/${locale}/status`}>
        {shell('link.status')}
      </Link>
    </div>
  );
}

/** The connection in one line; a press opens its details. */
function LineButton() {
  const t = useTexts('spot');
  const locale = useLanguageTag();
  const state = useLiveState();
  const { lagMs, clockOffsetMs } = useLine();
  const isLive = state === 'live';
  const offset =
    clockOffsetMs === null ? null : formatAmount(String(clockOffsetMs), { locale, isSigned: true });
  const isWrong = Math.abs(clockOffsetMs ?? 0) >= clockWrongMs;
  return (
    <Popover
      label={t('foot.details')}
      side="top"
      trigger={
        <button className="foot-line" title={t('foot.details')} type="button">
          <StatusDot tone={tones[state]}>{t(`live.${state}`)}</StatusDot>
          {isLive && lagMs > 0 ? <span>{t('live.lag', { ms: lagMs })}</span> : null}
          {isLive && offset !== null ? (
            <span className={isWrong ? 'foot-chip' : undefined}>
              {t('live.clock', { ms: joinParts(offset) })}
            </span>
          ) : null}
        </button>
      }
    >
      <LineDetails />
    </Popover>
  );
}

/** Connection, mode and dangerous settings. */
export function Foot() {
  const t = useTexts('spot');
  const { mode } = useRootData();
  const [confirms] = useSetting(confirmSetting);
  const [largePercent] = useSetting(largeSetting);
  const isArmed = useArmed();
  const isLargeRequested = largePercent > 0 || confirms.limit;
  const word = !confirms.market ? 'form.sendsAtOnce' : isLargeRequested ? null : 'form.largeAtOnce';
  return (
    <footer className="foot">
      <LineButton />
      {isArmed ? (
        <button className="foot-chip" onClick={disarm} title={t('keys.disarm')} type="button">
          {t('keys.armedChip')}
        </button>
      ) : null}
      {word === null || isArmed ? null : <span className="foot-chip">{t(word)}</span>}
      {mode === 'sandbox' ? <span className="foot-mode">{t('foot.sandbox')}</span> : null}
    </footer>
  );
}
