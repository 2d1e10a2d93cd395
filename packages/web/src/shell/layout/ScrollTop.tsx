// The button back to the top, once the page is scrolled further than one height of the window. It
// comes with customer service, to a page that may have been scrolled already.
import { ArrowUp, IconButton } from '@isobath/ui';
import { useEffect, useState } from 'react';
import { useTexts } from '../../base/texts.tsx';
import { isCalm } from '../../base/theme.ts';
import { throttle } from './throttle.ts';

const everyMs = 100;

/** The button. */
export function ScrollTop() {
  const t = useTexts('shell');
  const [isFar, setFar] = useState(false);
  useEffect(() => {
    const { run, stop } = throttle(() => setFar(window.scrollY > window.innerHeight), everyMs);
    run();
    window.addEventListener('scroll', run, { passive: true });
    return () => {
      stop();
      window.removeEventListener('scroll', run);
    };
  }, []);
  if (!isFar) return null;
  return (
    <IconButton
      className="shell-to-top"
      icon={<ArrowUp />}
      label={t('toTop')}
      onClick={() => window.scrollTo({ top: 0, behavior: isCalm() ? 'auto' : 'smooth' })}
    />
  );
}
