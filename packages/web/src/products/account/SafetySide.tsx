// What stands beside every sign-in form: the exact address to check, and what will be needed later.
// The address is the one that the operator has said, never the one that the page is at: a copy of
// the site would confirm itself.
import { BrandMark } from '@isobath/ui';
import { useRootData } from '../../base/session.ts';
import { useTexts } from '../../base/texts.tsx';

/** The safety facts. */
export function SafetySide(props: { isNew: boolean }) {
  const t = useTexts('account');
  const { address } = useRootData().config;
  const facts = props.isNew
    ? (['side.new1', 'side.new2', 'side.new3'] as const)
    : (['side.fact1', 'side.fact2', 'side.fact3'] as const);
  return (
    <aside className="account-side">
      <BrandMark />
      {address === '' ? null : (
        <>
          <p className="account-side-lead">{t('side.check')}</p>
          <p className="account-side-address">{address}</p>
        </>
      )}
      <ul className="account-side-facts">
        {facts.map((key) => (
          <li key={key}>{t(key)}</li>
        ))}
      </ul>
    </aside>
  );
}
