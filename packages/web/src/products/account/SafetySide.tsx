// What stands beside every sign-in form: the exact address to check, and what will be needed later.
import { BrandMark } from '@isobath/ui';
import { useSyncExternalStore } from 'react';
import { useTexts } from '../../base/texts.tsx';

const never = () => () => {};

/** The safety facts. */
export function SafetySide(props: { isNew: boolean }) {
  const t = useTexts('account');
  const origin = useSyncExternalStore(
    never,
    () => location.origin,
    () => '',
  );
  const facts = props.isNew
    ? (['side.new1', 'side.new2', 'side.new3'] as const)
    : (['side.fact1', 'side.fact2', 'side.fact3'] as const);
  return (
    <aside className="account-side">
      <BrandMark />
      <p className="account-side-lead">{t('side.check')}</p>
      <p className="account-side-address">{origin}</p>
      <ul className="account-side-facts">
        {facts.map((key) => (
          <li key={key}>{t(key)}</li>
        ))}
      </ul>
    </aside>
  );
}
