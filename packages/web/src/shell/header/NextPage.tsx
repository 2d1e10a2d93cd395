// The line under the header while the next page is on its way, and what ears hear of it: once that
// it is coming, and its name when it is there. When the line stands is said in shell.css.
import { useEffect, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { useTexts } from '../../base/texts.tsx';

/** Quicker pages are said by their names alone. */
const afterMs = 150;

/** The line; it takes no room. */
export function NextPage() {
  const t = useTexts('shell');
  const { pathname } = useLocation();
  const isComing = (useNavigation().location?.pathname ?? pathname) !== pathname;
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (!isComing) return;
    const timer = setTimeout(() => setSaid(t('ui.loading')), afterMs);
    return () => {
      clearTimeout(timer);
      setSaid(document.title);
    };
  }, [isComing]);
  return (
    <>
      <span className="ui-progress-line" data-on={isComing} />
      <span className="ui-sr" role="status">
        {said}
      </span>
    </>
  );
}
