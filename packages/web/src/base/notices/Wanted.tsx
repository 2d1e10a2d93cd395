// Which kinds of messages a person wants, one switch a submodule. In the inbox and in the settings.
// Its texts are the inbox's.
import { inboxRoutes } from '@isobath/wire';
import { ErrorState, Panel, Skeleton, Switch } from '@isobath/ui';
import { useCallback, useEffect, useState } from 'react';
import { browserClient } from '../client.ts';
import { useTexts } from '../texts.tsx';
import { moduleTabs, submodules } from './choices.ts';
import './wanted.css';

/** The switches. */
export function Wanted() {
  const t = useTexts('inbox');
  const [muted, setMuted] = useState<readonly number[] | 'failed' | null>(null);
  const load = useCallback(async () => {
    try {
      setMuted((await browserClient().call(inboxRoutes.readMutes)).muted);
    } catch {
      setMuted('failed');
    }
  }, []);
  useEffect(() => void load(), [load]);
  if (muted === null) return <Skeleton height={240} />;
  if (muted === 'failed') return <ErrorState onRetry={() => void load()} title={t('failed')} />;
  const turn = async (submoduleCode: number, isMuted: boolean) => {
    setMuted(isMuted ? [...muted, submoduleCode] : muted.filter((each) => each !== submoduleCode));
    try {
      const body = { submoduleCode, isMuted };
      setMuted((await browserClient().call(inboxRoutes.writeMutes, { body })).muted);
    } catch {
      void load();
    }
  };
  return (
    <>
      <p className="wanted-note">{t('wanted.text')}</p>
      <div className="wanted">
        {moduleTabs.slice(1).map((tab) => (
          <Panel isFramed isPadded key={tab} title={t(`tab.${tab}`)}>
            <div className="wanted-switches">
              {submodules[tab].slice(1).map((submodule) => (
                <Switch
                  isOn={!muted.includes(Number(submodule))}
                  key={submodule}
                  label={t(`sub.${submodule}`)}
                  onChange={(isOn) => void turn(Number(submodule), !isOn)}
                />
              ))}
            </div>
          </Panel>
        ))}
      </div>
    </>
  );
}
