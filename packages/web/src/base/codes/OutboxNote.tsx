// Below a code that is mailed, in a sandbox: no mail is sent, and where it can be read.
import { Link } from 'react-router';
import { useRootData } from '../session.ts';
import { useLocale, useTexts } from '../texts.tsx';
import './codes.css';

/** Where the mails of a sandbox are, which sends none. */
export function OutboxNote() {
  const t = useTexts('account');
  const locale = useLocale();
  const { mode } = useRootData();
  if (mode !== 'sandbox') return null;
  return (
    <p className="account-note">
      {t('code.sandbox')}{' '}
      <Link target="_blank" to={`/${locale}/outbox`}>
        {t('code.outbox')}
      </Link>
    </p>
  );
}
