// The switch of messages that the browser itself shows while no page of ours is looked at. The
// browser is asked for its permission here and nowhere else: by a press. What it shows: publish.ts.
import { Panel, Switch } from '@isobath/ui';
import { useEffect, useState } from 'react';
import { useSetting } from '../settings.ts';
import { useTexts } from '../texts.tsx';
import { browserNotificationSetting } from './report.ts';

type Permission = 'granted' | 'denied' | 'default' | 'missing';

const readPermission = (): Permission =>
  'Notification' in window ? window.Notification.permission : 'missing';

/** The switch; nothing where the browser has no such thing. */
export function BrowserNotifications() {
  const t = useTexts('inbox');
  const [isWanted, setWanted] = useSetting(browserNotificationSetting);
  const [permission, setPermission] = useState<Permission>('missing');
  useEffect(() => setPermission(readPermission()), []);
  if (permission === 'missing') return null;
  const turn = async (isOn: boolean) => {
    if (!isOn) return setWanted(false);
    const answer = await window.Notification.requestPermission();
    setPermission(answer);
    setWanted(answer === 'granted');
  };
  return (
    <Panel isFramed isPadded title={t('wanted.browser')}>
      <Switch
        hint={t(permission === 'denied' ? 'wanted.browserDenied' : 'wanted.browserText')}
        isDisabled={permission === 'denied'}
        isOn={isWanted && permission === 'granted'}
        label={t('wanted.browserSwitch')}
        name="browser-notices"
        onChange={(isOn) => void turn(isOn)}
      />
    </Panel>
  );
}
