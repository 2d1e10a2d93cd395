// A list of actions behind a button. Not a choice of a value: that is Select.
import { Menu as Base } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import type { LayerPlace } from './Popover.tsx';

/** One action, or a switch when isOn is given; groups are divided by a line. */
export type MenuAction = {
  key: string;
  label: string;
  note?: ReactNode;
  icon?: ReactNode;
  onSelect?: (() => void) | undefined;
  /** A link in place of an action: the router's element. */
  link?: ReactElement | undefined;
  isOn?: boolean | undefined;
  isDanger?: boolean | undefined;
  isDisabled?: boolean | undefined;
};

/** One group of actions, with or without a heading. */
export type MenuGroup = { key: string; label?: string | undefined; actions: readonly MenuAction[] };

/** Show groups of actions behind a trigger. */
export function Menu(
  props: LayerPlace & {
    trigger: ReactElement;
    groups: readonly MenuGroup[];
    /** Opens when the pointer rests on it too: for the menus of the header. */
    opensOnHover?: boolean | undefined;
    /** Kept by the caller when given: for menus that a right click opens too. */
    isOpen?: boolean | undefined;
    onOpenChange?: ((isOpen: boolean) => void) | undefined;
  },
) {
  const control = props.isOpen === undefined ? {} : { open: props.isOpen };
  return (
    <Base.Root {...control} onOpenChange={(isOpen) => props.onOpenChange?.(isOpen)}>
      <Base.Trigger openOnHover={props.opensOnHover === true} render={props.trigger} />
      <Base.Portal>
        <Base.Positioner
          align={props.align ?? 'start'}
          className="ui-layer"
          collisionPadding={8}
          side={props.side ?? 'bottom'}
          sideOffset={4}
        >
          <Base.Popup className="ui-menu">
            <div className="ui-menu-list" data-tall="">
              {props.groups.map((group, index) => (
                <Base.Group key={group.key}>
                  {index > 0 ? <Base.Separator className="ui-menu-line" /> : null}
                  {group.label ? (
                    <Base.GroupLabel className="ui-menu-group">{group.label}</Base.GroupLabel>
                  ) : null}
                  {group.actions.map((action) => (
                    <MenuRow action={action} key={action.key} />
                  ))}
                </Base.Group>
              ))}
            </div>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function MenuRow(props: { action: MenuAction }) {
  const { action } = props;
  const face = (
    <>
      {action.icon}
      <span className="ui-menu-text">{action.label}</span>
      {action.note ? <span className="ui-menu-note">{action.note}</span> : null}
    </>
  );
  if (action.isOn !== undefined) {
    return (
      <Base.CheckboxItem
        checked={action.isOn}
        className="ui-menu-item"
        disabled={action.isDisabled === true}
        onCheckedChange={() => action.onSelect?.()}
      >
        {face}
        <span className="ui-menu-tick-room">
          <Base.CheckboxItemIndicator>
            <Check aria-hidden="true" />
          </Base.CheckboxItemIndicator>
        </span>
      </Base.CheckboxItem>
    );
  }
  return (
    <Base.Item
      className="ui-menu-item"
      data-danger={action.isDanger ? '' : undefined}
      disabled={action.isDisabled === true}
      onClick={() => action.onSelect?.()}
      {...(action.link ? { render: action.link, nativeButton: false } : {})}
    >
      {face}
    </Base.Item>
  );
}
