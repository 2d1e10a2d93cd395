// One line under the header for whoever's account is frozen: why, what still goes, and whom to ask.
// The server refuses by the same cause.
import { Link } from 'react-router';
import { useSession } from '../../base/session.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';

/** The line; nothing while the account is not frozen. */
export function FrozenBar() {
  const t = useTexts('shell');
  const locale = useLocale();
  const cause = useSession()?.frozen ?? null;
  if (cause === null) return null;
  return (
    <aside className="shell-region" data-tone="danger">
      <b>{t('frozen.title')}.</b> {t(`frozen.cause.${cause}`)} {t('frozen.text')}{' '}
      <Link className="ui-link" to={`/${locale}/support/index`}>
        {t('region.help')}
      </Link>
    </aside>
  );
}
