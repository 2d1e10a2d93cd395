// Layers that hold the page, as they are seen. One construction for all: on a phone a dialog is a
// sheet with a handle that can be pulled. Loaded by Modal.tsx with the first one.
import { Drawer as Base } from '@base-ui/react/drawer';
import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { IconButton } from '../controls/Button.tsx';
import { useUi } from '../words/UiProvider.tsx';

/** What every layer of this kind takes. */
export type ModalProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  /** One sentence under the title. */
  text?: ReactNode;
  /** Stays in sight below a body that scrolls. */
  foot?: ReactNode;
  children?: ReactNode;
  /** What gets the focus first; left out, the first thing that can. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** A press outside and Escape do not close: only where work would be lost. */
  isSticky?: boolean | undefined;
};

/** And of which kind it is. */
export type ModalViewProps = ModalProps & {
  kind: 'dialog' | 'sheet' | 'side';
  size?: 'small' | 'code' | 'wide' | undefined;
  role?: 'alertdialog' | undefined;
  isFootFull?: boolean | undefined;
};

/** The layer. */
export function ModalView(props: ModalViewProps) {
  const { words } = useUi();
  return (
    <Base.Root
      disablePointerDismissal={props.isSticky === true}
      onOpenChange={(isOpen, details) => {
        if (props.isSticky && details.reason === 'escape-key') return;
        props.onOpenChange(isOpen);
      }}
      open={props.isOpen}
      swipeDirection={props.kind === 'side' ? 'right' : 'down'}
    >
      <Base.Portal>
        <Base.Backdrop className="ui-backdrop" />
        <Base.Viewport className="ui-viewport" data-kind={props.kind}>
          <Base.Popup
            className="ui-dialog"
            data-kind={props.kind}
            data-size={props.size}
            {...(props.initialFocus ? { initialFocus: props.initialFocus } : {})}
            {...(props.role ? { role: props.role } : {})}
          >
            <div aria-hidden="true" className="ui-dialog-grip" />
            <Base.Content className="ui-dialog-content">
              <div className="ui-dialog-head">
                <div className="ui-dialog-titles">
                  <Base.Title className="ui-dialog-title">{props.title}</Base.Title>
                  {props.text ? (
                    <Base.Description className="ui-dialog-text">{props.text}</Base.Description>
                  ) : null}
                </div>
                <Base.Close
                  render={<IconButton icon={<X />} label={words.close} size="medium" />}
                />
              </div>
              {props.children ? <div className="ui-dialog-body">{props.children}</div> : null}
              {props.foot ? (
                <div className="ui-dialog-foot" data-full={props.isFootFull ? '' : undefined}>
                  {props.foot}
                </div>
              ) : null}
            </Base.Content>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
