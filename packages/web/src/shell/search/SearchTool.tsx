// The search of the header: on a large or small desk a popup by hover, press or the key "/"; on a
// phone a sheet by press. It is closed and emptied when the class of the screen changes.
import { IconButton, Kbd, Search } from '@isobath/ui';
import { useEffect, useState } from 'react';
import { lazyPart } from '../../base/late/lazy-part.ts';
import { LatePopover } from '../../base/late/LatePopover.tsx';
import { useScreen } from '../../base/screen.ts';
import { useTexts } from '../../base/texts.tsx';
import { listenForSearch } from './search-door.ts';

const SearchSheet = lazyPart(() => import('./SearchSheet.tsx'), 'SearchSheet');

const SearchPanel = lazyPart(
  () => import('./SearchPanel.tsx'),
  'SearchPanel',
  <div className="search-wait" />,
);

/** Whether somebody is writing, so that a letter is a letter. */
function isWriting(): boolean {
  const element = document.activeElement;
  return (
    element instanceof HTMLElement && element.matches('input, textarea, select, [contenteditable]')
  );
}

function useSearchKey(open: () => void): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const isSlash = event.key === '/' && !isWriting();
      const isCommand = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (event.defaultPrevented || (!isSlash && !isCommand)) return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', hear);
    const stop = listenForSearch(open);
    return () => {
      window.removeEventListener('keydown', hear);
      stop();
    };
  }, [open]);
}

/** The search. */
export function SearchTool() {
  const t = useTexts('shell');
  const isPhone = useScreen() === 'phone';
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  const [keyword, setKeyword] = useState('');
  useSearchKey(() => setOpen(true));
  // While it renders, not after it: an effect of the first rendering would close what somebody who
  // was quick has just opened.
  const [wasPhone, setWasPhone] = useState(isPhone);
  if (wasPhone !== isPhone) {
    setWasPhone(isPhone);
    setOpen(false);
    setKeyword('');
  }
  const turn = (next: boolean, reason = '') => {
    // A pointer that strays takes nobody's words away.
    if (!next && reason === 'trigger-hover' && isWriting() && keyword !== '') return;
    setOpen(next);
    if (!next) setKeyword('');
  };
  if (isPhone) {
    return (
      <>
        <IconButton icon={<Search />} label={t('ui.search')} onClick={() => setOpen(true)} />
        {wasOpen ? (
          <SearchSheet
            isOpen={isOpen}
            keyword={keyword}
            onKeyword={setKeyword}
            onOpenChange={turn}
          />
        ) : null}
      </>
    );
  }
  return (
    <LatePopover
      align="end"
      isBare
      isFixed
      isOpen={isOpen}
      label={t('ui.search')}
      onOpenChange={turn}
      opensOnHover
      trigger={
        <button className="shell-search" type="button">
          <Search aria-hidden="true" />
          <span className="shell-search-word">{t('ui.search')}</span>
          <Kbd>/</Kbd>
        </button>
      }
    >
      <SearchPanel keyword={keyword} onKeyword={setKeyword} onLeave={() => turn(false)} />
    </LatePopover>
  );
}
