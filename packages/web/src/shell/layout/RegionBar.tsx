// One line under the header for whoever is where the exchange is offered in part or not at all:
// what goes on, the operator's reason, and help. The server refuses by the same rows.
import { Link } from 'react-router';
import { useRootData } from '../../base/session.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';

/** The line; nothing where everything goes. */
export function RegionBar() {
  const t = useTexts('shell');
  const locale = useLocale();
  const { mode, region, reason } = useRootData().region;
  if (mode === 'open') return null;
  return (
    <aside className="shell-region">
      {t(`region.${mode}`, { region })} {reason}{' '}
      <Link className="ui-link" to={`/${locale}/support/index`}>
        {t('region.help')}
      </Link>
    </aside>
  );
}
