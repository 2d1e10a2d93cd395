// The list of parts beside the settings, on small screens a row above them: it marks the part that
// is read. Not the parts.
import { useEffect, useRef } from 'react';
import { isCalm } from '../../../base/theme.ts';
import { useTexts } from '../../../base/texts.tsx';
import { PART_WORDS, parts } from './parts.ts';
import { useCurrentPart } from './use-current-part.ts';

/** The list. */
export function PartList() {
  const t = useTexts('account');
  const shell = useTexts('shell');
  const row = useRef<HTMLDivElement>(null);
  const { current, choose } = useCurrentPart();
  // In a row wider than the screen the mark stays in sight; a list has nothing to scroll.
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (!link || row.current === null) return;
    const left = link.offsetLeft - (row.current.clientWidth - link.offsetWidth) / 2;
    row.current.scrollTo({ left, behavior: isCalm() ? 'auto' : 'smooth' });
  }, [current]);
  return (
    <nav aria-label={shell('link.settings')} className="settings-list">
      <div className="ui-fading-row" ref={row}>
        {parts.map((part) => (
          <a
            aria-current={part === current ? 'location' : undefined}
            href={`#${part}`}
            key={part}
            onClick={() => choose(part)}
          >
            {t(PART_WORDS[part])}
          </a>
        ))}
      </div>
    </nav>
  );
}
