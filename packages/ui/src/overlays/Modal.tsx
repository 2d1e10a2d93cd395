// Layers that hold the page: dialog, bottom sheet, side drawer, and the sheet that confirms.
// What they look like is in a file of its own (ModalView.tsx), which comes when one is opened.
import { lazy, Suspense, useEffect, useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { TextField } from '../controls/TextField.tsx';
import type { ModalProps, ModalViewProps } from './ModalView.tsx';

const loadView = () => import('./ModalView.tsx');
const ModalView = lazy(async () => ({ default: (await loadView()).ModalView }));

const restMs = 3_000;

/** A dialog in the middle; on a phone a sheet. */
export function Dialog(props: ModalProps & { size?: 'small' | 'code' | 'wide' | undefined }) {
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

function Modal(props: ModalViewProps) {
  const [wasOpen, setWasOpen] = useState(props.isOpen);
  if (props.isOpen && !wasOpen) setWasOpen(true);
  // A page that has a dialog will want it: it comes once the page has come to rest.
  useEffect(() => {
    const timer = setTimeout(() => void loadView(), restMs);
    return () => clearTimeout(timer);
  }, []);
  return wasOpen ? (
    <Suspense>
      <ModalView {...props} />
    </Suspense>
  ) : null;
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
