// The button of the side menu, on a phone and a small desk; the menu comes when it is asked for.
import { IconButton, MenuIcon } from '@isobath/ui';
import { useState } from 'react';
import { lazyPart } from '../../base/late/lazy-part.ts';
import { useScreen } from '../../base/screen.ts';
import { useTexts } from '../../base/texts.tsx';

const SideMenu = lazyPart(() => import('./SideMenu.tsx'), 'SideMenu');

/** The button. */
export function SideMenuTool() {
  const t = useTexts('shell');
  const screen = useScreen();
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  // While it renders, not after it: an effect of the first rendering would close what somebody who
  // was quick has just opened.
  const [lastScreen, setLastScreen] = useState(screen);
  if (lastScreen !== screen) {
    setLastScreen(screen);
    if (screen === 'pc-large') setOpen(false);
  }
  return (
    <div className="shell-side-tool">
      <IconButton
        icon={<MenuIcon />}
        label={t('menu.label')}
        onClick={() => {
          setWasOpen(true);
          setOpen(true);
        }}
      />
      {wasOpen ? <SideMenu isOpen={isOpen} onOpenChange={setOpen} /> : null}
    </div>
  );
}
