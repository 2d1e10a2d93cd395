// The button back to the top, once the page is scrolled further than one height of the window.
import { ArrowUp, IconButton } from '@isobath/ui';
import { useState } from 'react';
import { useTexts } from '../../base/texts.tsx';
import { isCalm } from '../../base/theme.ts';
import { useScroll } from './use-scroll.ts';

/** The button. */
export function ScrollTop() {
  const t = useTexts('shell');
  const [isFar, setFar] = useState(false);
  useScroll(() => setFar(window.scrollY > window.innerHeight));
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
