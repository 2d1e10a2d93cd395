// One line under the header while there is no network, or while the live line is being made again;
// then "live again" for two seconds. The trade page has signs of its own.
import { formatMoment, WifiOff } from '@isobath/ui';
import { languageTagOf } from '@isobath/texts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { useConnection } from './use-connection.ts';

/** The line. @param isQuiet - follow the connection, and leave the signs to the page. */
export function ConnectionBar({ isQuiet }: { isQuiet: boolean }) {
  const t = useTexts('shell');
  const locale = useLocale();
  const { state, sinceMs } = useConnection();
  if (isQuiet || state === 'fine') return null;
  const time = formatMoment(sinceMs, { locale: languageTagOf(locale), form: 'seconds' });
  const words = {
    offline: t('ui.offlineSince', { time }),
    reconnecting: t('ui.reconnecting'),
    again: t('ui.liveAgain'),
  };
  return (
    <div className="ui-offline" data-live={state === 'again' ? '' : undefined} role="status">
      {state === 'again' ? null : <WifiOff aria-hidden="true" />}
      {words[state]}
    </div>
  );
}
