// The user panel as a side navigation, for screens without room for a popover.
// Loaded when somebody opens it first.
import { SideDrawer } from '@isobath/ui';
import { useTexts } from '../../base/texts.tsx';
import { UserPanel } from './UserPanel.tsx';

/** The side navigation. */
export function PersonSide(props: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  const t = useTexts('shell');
  return (
    <SideDrawer {...props} title={t('link.user')}>
      <UserPanel onLeave={() => props.onOpenChange(false)} />
    </SideDrawer>
  );
}
