// What a closed exchange shows: that it is closed, until when, and what is safe meanwhile.
// Not how it comes back: the document (MaintenanceDocument.tsx) or the screen over a running page
// (MaintenanceScreen.tsx) looks after that.
import { Wordmark } from '@isobath/ui';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { Contours } from '../Contours.tsx';

/** The face. @param endsAtMs - 0 = not known until when; time - in words, "" = not yet known. */
export function MaintenanceFace(props: { endsAtMs: number; time: string }) {
  const t = useTexts('shell');
  const locale = useLocale();
  const [before = '', after = ''] = t('maintenance.until', { time: '\n' }).split('\n');
  return (
    <main className="shell-error maintenance" role="alert">
      <Wordmark size={26} />
      <Contours />
      <h1 className="type-title-m">{t('maintenance.title')}</h1>
      <p className="shell-error-text">{t('maintenance.text')}</p>
      {props.endsAtMs === 0 ? null : (
        <p className="maintenance-until">
          {before}
          <time dateTime={new Date(props.endsAtMs).toISOString()}>
            {props.time === '' ? new Date(props.endsAtMs).toISOString() : props.time}
          </time>
          {after}
        </p>
      )}
      <a className="ui-button" data-variant="quiet" href={`/${locale}/status`}>
        <span className="ui-button-label">{t('maintenance.status')}</span>
      </a>
    </main>
  );
}
