// The face of the person in the header: a popover by hover or press on a large screen, a side
// navigation on a small one. What it holds (UserPanel.tsx) comes when it opens.
import { Portrait } from '@isobath/ui';
import { useState } from 'react';
import type { SessionAnswer } from '@isobath/wire';
import { lazyPart } from '../../base/late/lazy-part.ts';
import { LatePopover } from '../../base/late/LatePopover.tsx';
import { useScreen } from '../../base/screen.ts';
import { useTexts } from '../../base/texts.tsx';

const PersonSide = lazyPart(() => import('./PersonSide.tsx'), 'PersonSide');
const UserPanel = lazyPart(
  () => import('./UserPanel.tsx'),
  'UserPanel',
  <div className="user-wait" />,
);

/** The face and what opens from it. */
export function PersonTool({ session }: { session: SessionAnswer }) {
  const t = useTexts('shell');
  const isLarge = useScreen() === 'pc-large';
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const face = <Portrait isOwn seed={session.fid} size={28} src={session.photo} />;
  if (isLarge) {
    return (
      <LatePopover
        align="end"
        isBare
        isFixed
        isOpen={isOpen}
        label={t('link.user')}
        onOpenChange={setOpen}
        opensOnHover
        trigger={
          <button aria-label={t('link.user')} className="shell-person" type="button">
            {face}
          </button>
        }
      >
        <UserPanel onLeave={() => setOpen(false)} />
      </LatePopover>
    );
  }
  return (
    <>
      <button
        aria-label={t('link.user')}
        className="shell-person"
        onClick={() => {
          setWasOpen(true);
          setOpen(true);
        }}
        type="button"
      >
        {face}
      </button>
      {wasOpen ? <PersonSide isOpen={isOpen} onOpenChange={setOpen} /> : null}
    </>
  );
}
