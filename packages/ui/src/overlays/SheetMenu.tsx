// A list of actions behind a button that is a sheet on a phone: there a menu beside its button has
// neither room nor targets for a finger. Not the menus of the header, which are never sheets.
import { Check } from 'lucide-react';
import { cloneElement, type ReactElement, useState } from 'react';
import { Dialog } from './Modal.tsx';
import { Menu, type MenuAction } from './Menu.tsx';
import type { LayerPlace } from './Popover.tsx';

/** An action of such a menu; it does something and leads nowhere. */
export type SheetAction = Omit<MenuAction, 'link'>;

/** Its actions, in groups with or without a heading. */
export type SheetGroup = {
  key: string;
  label?: string | undefined;
  actions: readonly SheetAction[];
};

type SheetMenuProps = LayerPlace & {
  /** A sheet in place of a menu: on a phone. */
  isSheet: boolean;
  /** Heading of the sheet. */
  title: string;
  trigger: ReactElement<{
    onClick?: (() => void) | undefined;
    'aria-haspopup'?: 'dialog' | undefined;
  }>;
  groups: readonly SheetGroup[];
  isOpen?: boolean | undefined;
  onOpenChange?: ((isOpen: boolean) => void) | undefined;
};

/** The menu, or its sheet. A switch leaves it open, an action closes it. */
export function SheetMenu(props: SheetMenuProps) {
  return props.isSheet ? <ActionSheet {...props} /> : <Menu {...props} />;
}

function ActionSheet(props: SheetMenuProps) {
  const [isOwnOpen, setOwnOpen] = useState(false);
  const isOpen = props.isOpen ?? isOwnOpen;
  const turn = (isNow: boolean) => {
    setOwnOpen(isNow);
    props.onOpenChange?.(isNow);
  };
  const trigger = cloneElement(props.trigger, {
    'aria-haspopup': 'dialog',
    onClick: () => turn(true),
  });
  return (
    <>
      {trigger}
      <Dialog isOpen={isOpen} onOpenChange={turn} title={props.title}>
        <div className="ui-sheet-menu">
          {props.groups.map((group) => (
            <fieldset key={group.key}>
              {group.label === undefined ? null : (
                <legend className="ui-menu-group">{group.label}</legend>
              )}
              {group.actions.map((action) => (
                <SheetRow action={action} key={action.key} onClose={() => turn(false)} />
              ))}
            </fieldset>
          ))}
        </div>
      </Dialog>
    </>
  );
}

function SheetRow({ action, onClose }: { action: SheetAction; onClose: () => void }) {
  const isSwitch = action.isOn !== undefined;
  return (
    <button
      aria-pressed={action.isOn}
      className="ui-menu-item"
      data-danger={action.isDanger ? '' : undefined}
      data-disabled={action.isDisabled ? '' : undefined}
      disabled={action.isDisabled === true}
      onClick={() => {
        if (!isSwitch) onClose();
        action.onSelect?.();
      }}
      type="button"
    >
      {action.icon}
      <span className="ui-menu-text">{action.label}</span>
      {action.note ? <span className="ui-menu-note">{action.note}</span> : null}
      {isSwitch ? (
        <span className="ui-menu-tick-room">
          {action.isOn ? <Check aria-hidden="true" /> : null}
        </span>
      ) : null}
    </button>
  );
}
