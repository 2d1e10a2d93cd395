// Which kinds of messages a person wants, one switch a submodule. In the inbox and in the settings.
// Its texts are the inbox's.
import { inboxRoutes, mailedSubmodules } from '@isobath/wire';
import { ErrorState, Panel, Skeleton, Switch } from '@isobath/ui';
import { useCallback, useEffect, useState } from 'react';
import { browserClient } from '../client.ts';
import { useTexts } from '../texts.tsx';
import { modules, submodules } from './choices.ts';
import { BrowserNotifications } from './BrowserNotifications.tsx';
import './wanted.css';

interface Choice {
  readonly muted: readonly number[];
  readonly mailed: readonly number[];
}

const turned = (codes: readonly number[], code: number, isIn: boolean) =>
  isIn ? [...codes, code] : codes.filter((each) => each !== code);

/** The switches. */
export function Wanted() {
  const t = useTexts('inbox');
  const [choice, setChoice] = useState<Choice | 'failed' | null>(null);
  const load = useCallback(async () => {
    try {
      setChoice(await browserClient().call(inboxRoutes.readMutes));
    } catch {
      setChoice('failed');
    }
  }, []);
  useEffect(() => void load(), [load]);
  if (choice === null) return <Skeleton height={240} />;
  if (choice === 'failed') return <ErrorState onRetry={() => void load()} title={t('failed')} />;
  const { muted, mailed } = choice;
  /** Shown at once; what the server says stands above it. */
  const turn = async (next: Choice, send: () => Promise<Choice>) => {
    setChoice(next);
    await send().then(setChoice, () => void load());
  };
  const mute = (submoduleCode: number, isMuted: boolean) =>
    turn({ muted: turned(muted, submoduleCode, isMuted), mailed }, () =>
      browserClient().call(inboxRoutes.writeMutes, { body: { submoduleCode, isMuted } }),
    );
  const mail = (submoduleCode: (typeof mailedSubmodules)[number], isMailed: boolean) =>
    turn({ muted, mailed: turned(mailed, submoduleCode, isMailed) }, () =>
      browserClient().call(inboxRoutes.writeMailed, { body: { submoduleCode, isMailed } }),
    );
  return (
    <>
      <p className="wanted-note">{t('wanted.text')}</p>
      <div className="wanted">
        {modules.map((module) => (
          <Panel isFramed isPadded key={module} title={t(`tab.${module}`)}>
            <div className="wanted-switches">
              {submodules[module].map((submodule) => (
                <Switch
                  isOn={!muted.includes(Number(submodule))}
                  key={submodule}
                  label={t(`sub.${submodule}`)}
                  onChange={(isOn) => void mute(Number(submodule), !isOn)}
                />
              ))}
            </div>
          </Panel>
        ))}
        <Panel isFramed isPadded title={t('wanted.mail')}>
          <div className="wanted-switches">
            <p className="wanted-note">{t('wanted.mailText')}</p>
            {mailedSubmodules.map((submodule) => (
              <Switch
                isDisabled={muted.includes(submodule)}
                isOn={mailed.includes(submodule) && !muted.includes(submodule)}
                key={submodule}
                label={t('wanted.mailOf', { kind: t(`sub.${submodule}`) })}
                onChange={(isOn) => void mail(submodule, isOn)}
              />
            ))}
          </div>
        </Panel>
        <BrowserNotifications />
      </div>
    </>
  );
}
