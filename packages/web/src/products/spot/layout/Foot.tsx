// The foot of the page: how the connection is, how old the data, which exchange this is.
import { StatusDot } from '@isobath/ui';
import { useEffect, useState } from 'react';
import { browserLive, useLiveState } from '../../../base/live.ts';
import { useRootData } from '../../../base/session.ts';
import { useTexts } from '../../../base/texts.tsx';
import { useSetting } from '../../../base/settings.ts';
import { disarm, useArmed } from '../keys/armed.ts';
import { confirmSetting } from '../../../base/trade/confirm.ts';

const tones = { live: 'good', connecting: 'unknown', stale: 'warn', offline: 'bad' } as const;
const everyMs = 2000;

function useLag(): number {
  const [lagMs, setLag] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setLag(browserLive().readState().lagMs), everyMs);
    return () => clearInterval(timer);
  }, []);
  return lagMs;
}

/** Connection, mode and dangerous settings. */
export function Foot() {
  const t = useTexts('spot');
  const state = useLiveState();
  const lagMs = useLag();
  const { mode } = useRootData();
  const [confirms] = useSetting(confirmSetting);
  const isArmed = useArmed();
  return (
    <footer className="foot">
      <StatusDot tone={tones[state]}>{t(`live.${state}`)}</StatusDot>
      {state === 'live' && lagMs > 0 ? (
        <span className="foot-lag">{t('live.lag', { ms: lagMs })}</span>
      ) : null}
      {isArmed ? (
        <button className="foot-chip" onClick={disarm} title={t('keys.disarm')} type="button">
          {t('keys.armedChip')}
        </button>
      ) : null}
      {confirms.market || isArmed ? null : (
        <span className="foot-chip">{t('form.sendsAtOnce')}</span>
      )}
      {mode === 'sandbox' ? <span className="foot-mode">{t('foot.sandbox')}</span> : null}
    </footer>
  );
}
