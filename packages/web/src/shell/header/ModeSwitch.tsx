// Exchange or web3 wallet: two houses under one roof.
import { Link } from 'react-router';
import { isWeb3Path, usePagePath } from '../../base/page-address.ts';
import { Soon } from '../../base/Soon.tsx';
import { useLocale, useTexts } from '../../base/texts.tsx';

/** The switch. @param onLeave - a mode was chosen. */
export function ModeSwitch(props: { onLeave?: () => void }) {
  const t = useTexts('shell');
  const locale = useLocale();
  const isWeb3 = isWeb3Path(usePagePath());
  return (
    <nav aria-label={t('mode.label')} className="shell-mode">
      <Link aria-current={isWeb3 ? undefined : 'true'} onClick={props.onLeave} to={`/${locale}`}>
        {t('mode.exchange')}
      </Link>
      <Link
        aria-current={isWeb3 ? 'true' : undefined}
        onClick={props.onLeave}
        to={`/${locale}/web3`}
      >
        {t('mode.web3')}
        <Soon to={`/${locale}/web3`} />
      </Link>
    </nav>
  );
}
