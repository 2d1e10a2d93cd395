// Layers that hold the page: dialog, bottom sheet, side drawer, and the sheet that confirms.
// One construction for all: on a phone a dialog is a sheet with a handle that can be pulled.
import { Drawer as Base } from '@base-ui/react/drawer';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useState } from 'react';
import { Button, IconButton } from '../controls/Button.tsx';
import { TextField } from '../controls/TextField.tsx';
import { useUi } from '../words/UiProvider.tsx';

type ModalProps = {
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

type Kind = 'dialog' | 'sheet' | 'side';

/** A dialog in the middle; on a phone a sheet. */
export function Dialog(props: ModalProps & { size?: 'small' | 'wide' | undefined }) {
  return <Modal {...props} kind="dialog" />;
}

/** A sheet on the bottom edge, with a handle and a close button. */
export function BottomSheet(props: ModalProps) {
  return <Modal {...props} kind="sheet" />;
}

/** A panel over the whole height at the page's end; for details and menus. */
export function SideDrawer(props: ModalProps) {
  return <Modal {...props} kind="side" />;
}

function Modal(
  props: ModalProps & {
    kind: Kind;
    size?: 'small' | 'wide' | undefined;
    role?: 'alertdialog' | undefined;
    isFootFull?: boolean | undefined;
  },
) {
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

/**
 * Ask before something is done, and say its consequence.
 *
 * @param props - confirm: the button, a verb; variant as the deed; typed: a word to write first,
 *   for the rare deeds that cost much; onConfirm may take time, the button then waits.
 */
export function ConfirmSheet(
  props: ModalProps & {
    confirmLabel: string;
    cancelLabel: string;
    variant?: 'primary' | 'buy' | 'sell' | 'danger' | undefined;
    onConfirm: () => void;
    isPending?: boolean | undefined;
    typed?: { label: string; word: string } | undefined;
  },
) {
  const [word, setWord] = useState('');
  const isReady = !props.typed || word.trim() === props.typed.word;
  const foot = (
    <>
      <Button onClick={() => props.onOpenChange(false)} variant="quiet">
        {props.cancelLabel}
      </Button>
      <Button
        disabled={!isReady}
        isPending={props.isPending}
        onClick={props.onConfirm}
        variant={props.variant ?? 'primary'}
      >
        {props.confirmLabel}
      </Button>
    </>
  );
  return (
    <Modal {...props} foot={foot} isFootFull kind="dialog" role="alertdialog">
      {props.children || props.typed ? (
        <>
          {props.children}
          {props.typed ? (
            <TextField
              input={{ autoComplete: 'off', spellCheck: false }}
              label={props.typed.label}
              onChange={setWord}
              value={word}
            />
          ) : null}
        </>
      ) : null}
    </Modal>
  );
}
